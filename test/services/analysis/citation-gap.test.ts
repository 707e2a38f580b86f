import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { runInContext } from '../../../src/observability/request-context.js';
import { loadCitationGaps } from '../../../src/services/analysis/citation-gap.js';
import { examineRuns } from '../../../src/services/analysis/examine-run.js';
import { findBrand, loadCompetitors } from '../../../src/services/brands/brand.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import {
  createTenant,
  makeBrand,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let app: TestApp;
let tenant: Tenant;
let brandId: string;
let runId: string;

/** In each stage every platform cites the rival's page, and so many of the answers the brand's own. */
async function cite(owned: number): Promise<void> {
  await sql(
    app.databaseUrl,
    `with numbered as (select a.*, row_number() over (partition by p.stage order by a.platform, a.prompt_id) as n
       from answer a join prompt p on p.id = a.prompt_id where a.brand_id = $1)
     update answer a set owned_citations = (n.n <= $2)::int, citation_capable = true from numbered n
     where (a.run_id, a.platform, a.prompt_id, a.repeat) = (n.run_id, n.platform, n.prompt_id, n.repeat)`,
    [brandId, owned],
  );
  await sql(
    app.databaseUrl,
    `update answer_citation set source_domain = 'globex.com' where run_id = $1`,
    [runId],
  );
  await sql(
    app.databaseUrl,
    `update citation set source_domain = 'globex.com' where brand_id = $1`,
    [brandId],
  );
  await sql(
    app.databaseUrl,
    `insert into answer_citation select account_id, environment, run_id, platform, prompt_id, repeat, run_at, 99,
       gen_random_uuid(), 'https://globex.com/', 'globex.com', '', false from answer where run_id = $1 on conflict do nothing`,
    [runId],
  );
}
const alerts = () =>
  sql<{ data: Record<string, unknown>; origin: unknown }>(
    app.databaseUrl,
    `select data, origin from outbox where brand_id = $1 and event = 'citation.gap.alert' order by id`,
    [brandId],
  );
const examine = () => examineRuns(app.deps, tenant, [runId]);

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
});
beforeEach(async () => {
  tenant = await createTenant(app);
  ({ id: brandId } = await makeBrand(app, tenant));
  await updateBrand(app.deps, tenant, brandId, { competitors: [{ name: 'Globex' }] });
  const queued = await start(app, tenant, { id: brandId }, { samplesPerPrompt: 2 });
  const context = { requestId: 'req-of-the-run', span: null, traceparent: TRACEPARENT };
  const run = await runInContext(context, () => perform(app, tenant, queued));
  runId = run.id;
});
afterAll(() => app.dispose());

test('a gap is told once, under the request of its run, and is news when it opens again', async () => {
  // Of 36 answers a stage all cite the rival, and 3 the brand.
  await cite(3);
  const gaps = await loadCitationGaps(app.deps, tenant, brandId, true);
  expect(gaps.map(({ stage }) => stage)).toEqual(['awareness', 'interest', 'desire', 'action']);
  for (const gap of gaps) {
    expect(gap).toMatchObject({
      answers: 36,
      competitorRate: 1,
      ownedRate: 3 / 36,
      fires: true,
      competitorDomains: ['globex.com'],
      windowDays: 28,
    });
    expect(gap.promptIds).toHaveLength(3);
  }
  await examine();
  await examine();
  const told = await alerts();
  expect(told).toHaveLength(4);
  expect(told[0]?.data).toEqual({
    promptIds: gaps[0]?.promptIds,
    stage: 'awareness',
    competitorDomains: ['globex.com'],
    competitorRate: 1,
    ownedRate: 0.0833,
    low: expect.any(Number),
    answers: 36,
    windowDays: 28,
  });

  const origin = { requestId: 'req-of-the-run', traceparent: TRACEPARENT };
  expect((await alerts()).map((alert) => alert.origin)).toEqual([origin, origin, origin, origin]);

  await cite(36);
  await examine();
  expect(await alerts()).toHaveLength(4);
  expect((await loadCitationGaps(app.deps, tenant, brandId, true)).some(({ fires }) => fires)).toBe(
    false,
  );
  await cite(0);
  await examine();
  expect(await alerts()).toHaveLength(8);
});

test('a rival’s domain that bears another name counts once it is listed', async () => {
  await cite(0);
  await sql(
    app.databaseUrl,
    `update answer_citation set source_domain = 'globexhq.io', owned = false where run_id = $1`,
    [runId],
  );
  await sql(
    app.databaseUrl,
    `update citation set source_domain = 'globexhq.io' where brand_id = $1`,
    [brandId],
  );
  const load = () => loadCitationGaps(app.deps, tenant, brandId, true);
  expect((await load())[0]).toMatchObject({
    competitorRate: 0,
    competitorDomains: [],
    fires: false,
  });
  const list = (domains?: string[]) =>
    updateBrand(app.deps, tenant, brandId, {
      competitors: [{ name: 'Globex', ...(domains && { domains }) }],
    });
  await list(['www.GlobexHQ.io', 'globexhq.io', 'globex-cdn.net']);
  expect(await loadCompetitors(app.deps, tenant, [brandId])).toMatchObject([
    { domains: ['globexhq.io', 'globex-cdn.net'] },
  ]);
  // Who says nothing of them leaves them as they are.
  await list();
  expect((await load())[0]).toMatchObject({
    ...{ competitorRate: 1, competitorDomains: ['globexhq.io'], fires: true },
  });
  await expect(list(['no domain'])).rejects.toMatchObject({ details: { field: 'competitors' } });
  await expect(list(Array.from({ length: 11 }, (_, at) => `g${at}.com`))).rejects.toMatchObject({
    details: { field: 'competitors' },
  });
  const [own = ''] = (await findBrand(app.deps, tenant, brandId)).ownedDomains;
  await expect(list([own])).rejects.toMatchObject({ details: { field: 'competitors' } });
  await list([]);
  expect((await load())[0]).toMatchObject({ competitorRate: 0 });
});

test('only what the answers of a stage cite, and of these four weeks, is listed with its gap', async () => {
  await updateBrand(app.deps, tenant, brandId, { competitors: [{ name: 'Globex' }] });
  await cite(0);
  await sql(
    app.databaseUrl,
    `update answer_citation c set source_domain = 'globex.co.uk' from prompt p
       where c.run_id = $1 and p.id = c.prompt_id and p.stage = 'action'`,
    [runId],
  );
  await sql(
    app.databaseUrl,
    `insert into citation (account_id, environment, id, brand_id, platform, source_url, source_domain, prompt_hash, context,
       owned, sandbox, discovered_at)
     select account_id, environment, gen_random_uuid(), brand_id, platform, 'https://' || domain, domain, prompt_hash, '',
       false, sandbox, discovered_at from (select * from citation where brand_id = $1 limit 1) one, unnest(array['globex.co.uk', 'globex.de']) domain`,
    [brandId],
  );
  const gaps = await loadCitationGaps(app.deps, tenant, brandId, true);
  expect(gaps.map(({ stage, competitorDomains }) => [stage, competitorDomains])).toEqual([
    ['awareness', ['globex.com']],
    ['interest', ['globex.com']],
    ['desire', ['globex.com']],
    ['action', ['globex.co.uk']],
  ]);
});

test('a pack that is too large for an event is told by the first of its prompts, and shown whole', async () => {
  await cite(36);
  await examine();
  await sql(
    app.databaseUrl,
    `insert into prompt select (jsonb_populate_record(null::prompt, to_jsonb(p) || jsonb_build_object('id', gen_random_uuid()))).*
       from (select * from prompt where account_id = $1 and stage = 'desire' limit 1) p, generate_series(1, 600)`,
    [tenant.accountId],
  );
  await sql(
    app.databaseUrl,
    `insert into answer select (jsonb_populate_record(null::answer, to_jsonb(a) || jsonb_build_object('prompt_id', p.id))).*
       from (select * from answer where run_id = $1 and status = 'answered' limit 1) a, prompt p
       where p.account_id = $2 and p.stage = 'desire' on conflict do nothing`,
    [runId, tenant.accountId],
  );
  await cite(0);
  const before = (await alerts()).length;
  await examine();
  const gaps = await loadCitationGaps(app.deps, tenant, brandId, true);
  const whole = gaps.find(({ stage }) => stage === 'desire');
  expect(whole?.promptIds.length).toBeGreaterThan(600);
  const told = (await alerts()).slice(before).find(({ data }) => data.stage === 'desire')?.data;
  expect(told).toMatchObject({
    promptIds: whole?.promptIds.slice(0, 100),
    answers: whole?.answers,
  });
});

test('answers of the other kind, without citations or failed are not looked at', async () => {
  expect(await loadCitationGaps(app.deps, tenant, brandId, false)).toEqual([]);
  await sql(
    app.databaseUrl,
    `update answer set status = 'failed' where brand_id = $1 and platform <> 'grok'`,
    [brandId],
  );
  const gaps = await loadCitationGaps(app.deps, tenant, brandId, true);
  expect(gaps[0]).toMatchObject({ answers: 6, fires: false });
  await sql(app.databaseUrl, `update answer set citation_capable = false where brand_id = $1`, [
    brandId,
  ]);
  expect(await loadCitationGaps(app.deps, tenant, brandId, true)).toEqual([]);
});
