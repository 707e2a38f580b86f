import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Assignment } from '../../../src/engines/engine.js';
import { readAuthority } from '../../../src/services/authority/authority.js';
import { deleteBrand } from '../../../src/services/brands/brand.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { lintRewrite } from '../../../src/services/rewrites/lint-rewrite.js';
import { lintWiki } from '../../../src/services/wiki/lint-wiki.js';
import { createWikiPage, updateWikiPage } from '../../../src/services/wiki/wiki.js';
import { loadKnownFacts, queueWikiReads } from '../../../src/services/wiki/wiki-fact.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { bearer, post } from '../../helpers/client/client.js';
import { call } from '../../helpers/client/http.js';
import {
  behave,
  behind,
  createOpenAiServer,
  type OpenAiServer,
} from '../../helpers/outside/openai-server.js';
import { composition, withComposers } from '../../helpers/records/composer.js';
import {
  createTenant,
  makeBrand,
  ownerOf,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { rewrite, WRITTEN } from '../../helpers/records/rewrite.js';
import { suggest } from '../../helpers/records/suggestion.js';
import { sql } from '../../helpers/run/sql.js';

const BODY =
  'Acme was founded in 2014. It has 120 employees.\n\nAcme sells a CRM for small agencies.';

let app: TestApp;
let vendor: OpenAiServer;
let tenant: Tenant;
let brandId: string;
beforeAll(async () => {
  vendor = await createOpenAiServer(
    behave.answer('Acme has 120 employees [1]. Acme was founded in 2016.'),
  );
  app = await startApp({ ROLE: 'web', ...behind(vendor, ['chatgpt']) });
});
beforeEach(async () => {
  tenant = await createTenant(app, { environment: 'live' });
  ({ id: brandId } = await makeBrand(app, tenant));
});
afterAll(async () => {
  await app.dispose();
  await vendor.dispose();
});

const write = (body = BODY, of = { tenant, brandId }) =>
  createWikiPage(app.deps, ownerOf(of.tenant), { brandId: of.brandId, title: 'Facts', body }, null);
const read = () => lintWiki(app.deps, tenant, brandId);
const storedFacts = async (pageId: string) =>
  (
    await sql<{ facts: { text: string; about: string | null }[] | null }>(
      app.databaseUrl,
      'select facts from wiki_page where id = $1',
      [pageId],
    )
  )[0]?.facts ?? null;
const known = async () => (await loadKnownFacts(app.deps, tenant, brandId)).facts;

/** An engine that writes this evidence, and what it was told. */
function composing(...evidence: string[]) {
  const seen: { facts: string[]; copy: string }[] = [];
  const deps = withComposers(app.deps, {
    chatgpt: (assignment: Assignment) => {
      seen.push(JSON.parse(assignment.input));
      return composition({ ...WRITTEN, section_2_evidence: evidence });
    },
  });
  return { deps, seen };
}

test('an engine is given the wiki’s facts, may use them, and is marked where it says otherwise', async () => {
  await write();
  const { deps, seen } = composing(
    'It has 120 employees.',
    'It was founded in 2016.',
    'It has 900 offices.',
  );
  const made = await rewrite(deps, tenant);
  expect(seen).toEqual([
    expect.objectContaining({
      facts: [
        'Acme was founded in 2014.',
        'It has 120 employees.',
        'Acme sells a CRM for small agencies.',
      ],
    }),
  ]);
  const claims = made.factClaims.filter(({ claim }) => /\d/.test(claim));
  expect(claims).toEqual([
    {
      claim: 'It has 120 employees.',
      ...{ verifiable: true, agreement: 'supported', fact: 'It has 120 employees.' },
    },
    {
      // The copy says so, too.
      claim: 'It was founded in 2016.',
      ...{ verifiable: false, agreement: 'contradicted', fact: 'Acme was founded in 2014.' },
    },
    { claim: 'It has 900 offices.', verifiable: false, agreement: null, fact: null },
  ]);
  // What the wiki holds is no invention, and what nobody holds is one.
  const inventing = await rewrite(composing('It has 900 offices.').deps, tenant);
  expect([made, inventing].map(({ score }) => score.parts.statistics > 0)).toEqual([true, false]);
});

test('in the sandbox the copy’s own sentences are marked by the wiki of that environment, and nothing of it is added', async () => {
  await write();
  const tested = { ...tenant, environment: 'test' as const };
  const { factClaims, ...made } = await rewrite(app.deps, tested);
  expect(factClaims.every(({ agreement }) => agreement === null)).toBe(true);
  const brand = await makeBrand(app, tested);
  await write(BODY, { tenant: tested, brandId: brand.id });
  const own = await rewrite(app.deps, tested);
  expect(own.sandbox).toBe(true);
  const { text, answer, headline, context, evidence, faq } = own;
  expect(JSON.stringify({ text, answer, headline, context, evidence, faq })).not.toContain('120');
  expect(own.evidence).toEqual(made.evidence);
  expect(own.factClaims).toContainEqual(
    expect.objectContaining({ claim: 'It was founded in 2016.', agreement: 'contradicted' }),
  );
});

test('the wikis of others, of deleted brands and of another environment say nothing', async () => {
  const { deps, seen } = composing();
  const other = await createTenant(app, { environment: 'live' });
  const theirs = await makeBrand(app, other);
  await write(BODY, { tenant: other, brandId: theirs.id });
  await write();
  await deleteBrand(app.deps, tenant, brandId);
  await rewrite(deps, tenant);
  expect(seen).toEqual([expect.objectContaining({ facts: [] })]);
});

test('of two brands of one name each has its own wiki', async () => {
  const second = await makeBrand(app, tenant);
  await write('Acme has 120 employees.');
  await write('Acme has 7 employees.', { tenant, brandId: second.id });
  const { deps, seen } = composing('It has 7 employees.');
  const made = await rewrite(deps, tenant, { brandId: second.id });
  expect(seen).toEqual([expect.objectContaining({ facts: ['Acme has 7 employees.'] })]);
  expect(made.factClaims).toContainEqual(
    expect.objectContaining({ claim: 'It has 7 employees.', agreement: 'supported' }),
  );
});

test('of a large wiki an engine is given little, and what is read is bounded', async () => {
  const lines = Array.from(
    { length: 290 },
    (_, at) => `Acme sells thing ${at}x ${'y'.repeat(150)}.`,
  );
  for (let page = 0; page < 7; page += 1) await write(lines.join('\n\n'));
  // Nobody has read the pages so far: so much of them is read on the spot.
  expect((await known()).length).toBe(5 * 290);
  const { deps, seen } = composing();
  await rewrite(deps, tenant);
  const [{ facts } = { facts: [] }] = seen;
  expect(facts.length).toBeGreaterThan(10);
  expect(facts.join('').length).toBeLessThanOrEqual(4_000);
});

test('the linter keeps what it read; a change or another name has it read again', async () => {
  const page = await write();
  expect(await storedFacts(page.id)).toBeNull();
  const onTheSpot = await known();
  await read();
  expect(await storedFacts(page.id)).toEqual(onTheSpot);
  expect(await known()).toEqual(onTheSpot);

  await updateWikiPage(app.deps, ownerOf(tenant), page.id, { body: 'Acme has 130 employees.' });
  expect(await known()).toEqual([
    { text: 'Acme has 130 employees.', about: 'employees', value: '130' },
  ]);
  await read();
  // A change that leaves the names as they are leaves what was read.
  await updateBrand(app.deps, tenant, brandId, { category: 'boots' });
  expect(await storedFacts(page.id)).toHaveLength(1);
  await updateBrand(app.deps, tenant, brandId, { name: 'Apex', aliases: [] });
  expect(await storedFacts(page.id)).toBeNull();
  expect(await known()).toMatchObject([{ about: expect.stringContaining('acme has') }]);
  await read();
  expect(await storedFacts(page.id)).toMatchObject([
    { about: expect.stringContaining('acme has') },
  ]);
});

test('pages that nobody has read are read within a day', async () => {
  await write();
  await read();
  await write('Acme has 3 shops.');
  const jobs = () =>
    sql<{ brand: string }>(
      app.databaseUrl,
      `select data->>'brandId' as brand from pgboss.job where name = 'wiki-lint' and data->>'accountId' = $1`,
      [tenant.accountId],
    );
  const before = await jobs();
  await queueWikiReads(app.deps);
  expect((await jobs()).length).toBe(before.length + 1);
});

test('suggestions and REST say what the wiki makes of each claim', async () => {
  await write();
  const { deps, seen } = composing('It has 120 employees.');
  const made = await suggest(deps, tenant, { brandId });
  expect(seen[0]?.facts).toContain('It has 120 employees.');
  expect(made.factClaims).toContainEqual(
    expect.objectContaining({ claim: 'It has 120 employees.', verifiable: true }),
  );

  const account = await app.createAccount();
  const own: Tenant = { accountId: account.accountId, environment: 'test' };
  const brand = await makeBrand(app, own);
  await write(BODY, { tenant: own, brandId: brand.id });
  const body = {
    brandId: brand.id,
    content: 'Acme is a CRM. It was founded in 2016. It has 120 employees. It is blue.',
  };
  const answer = await call(app.url, 'POST', '/api/v1/suggest', { key: account.key, body });
  expect(answer.status).toBe(200);
  const { factClaims, suggestionId } = answer.json() as {
    suggestionId: string;
    factClaims: Record<string, unknown>[];
  };
  expect(factClaims).toEqual(
    expect.arrayContaining([
      { claim: 'It was founded in 2016.', verifiable: false, agreement: 'contradicted' },
      { claim: 'It has 120 employees.', verifiable: true, agreement: 'supported' },
      { claim: 'It is blue.', verifiable: false },
    ]),
  );
  const query = `{ suggestion(id: "${suggestionId}") { factClaims { claim agreement fact } } }`;
  const { data } = await post(app.url, bearer(account.key), query);
  expect(data.suggestion.factClaims).toContainEqual({
    claim: 'It was founded in 2016.',
    agreement: 'CONTRADICTED',
    fact: 'Acme was founded in 2014.',
  });
});

test('a rewrite that says otherwise than the wiki is an issue of the linter, told once', async () => {
  await write();
  const deps = withComposers(app.deps, { chatgpt: () => composition(WRITTEN) });
  const { id } = await rewrite(deps, tenant);
  await lintRewrite(app.deps, tenant, id);
  await lintRewrite(app.deps, tenant, id);
  const issues = await sql(
    app.databaseUrl,
    `select rule, severity, message, excerpt from lint_issue where target_id = $1 and rule = 'contradicting-facts'`,
    [id],
  );
  expect(issues).toEqual([
    {
      rule: 'contradicting-facts',
      severity: 'high',
      message: 'The brand’s wiki says “Acme was founded in 2014.”.',
      excerpt: 'It was founded in 2016.',
    },
  ]);
  const events = await sql(
    app.databaseUrl,
    `select 1 from outbox where event = 'lint.issue.detected' and data->>'targetId' = $1 and data->>'rule' = 'contradicting-facts'`,
    [id],
  );
  expect(events).toHaveLength(1);
});

test('what answers of a run state is stored with them, and agrees with the wiki or not', async () => {
  await write();
  await read();
  const run = await perform(app, tenant, await start(app, tenant, { id: brandId }));
  expect(run).toMatchObject({ status: 'completed', sandbox: false, answered: 12 });
  const [stated] = await sql<{ stated: unknown }>(
    app.databaseUrl,
    'select distinct stated from answer where run_id = $1',
    [run.id],
  );
  expect(stated).toEqual({
    stated: [
      { about: 'employees', value: '120' },
      { about: 'founded', value: '2016' },
    ],
  });
  const { subscores } = await readAuthority(app.deps, tenant, brandId);
  expect(subscores.expertise.signals[2]).toMatchObject({ strength: 0.5, of: 24 });
});
