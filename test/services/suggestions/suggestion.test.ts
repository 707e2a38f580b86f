import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import { applySuggestion } from '../../../src/services/suggestions/apply-suggestion.js';
import { checkSuggestion } from '../../../src/services/suggestions/new-suggestion.js';
import { toShownLift } from '../../../src/services/suggestions/suggestion.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { bearer, post } from '../../helpers/client/client.js';
import { tellRun, times } from '../../helpers/records/answers.js';
import { composition, fails, withComposers } from '../../helpers/records/composer.js';
import {
  type BrandFixture,
  createBrandFixture,
  createNoon,
} from '../../helpers/records/dashboard.js';
import { createTenant, makeBrand } from '../../helpers/records/probe.js';
import { WRITTEN } from '../../helpers/records/rewrite.js';
import { CONTENT, suggest } from '../../helpers/records/suggestion.js';
import { sql } from '../../helpers/run/sql.js';
import { countStatements } from '../../helpers/run/statements.js';

let app: TestApp;
let fixture: BrandFixture;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
beforeEach(async () => {
  fixture = await createBrandFixture(app);
});
afterAll(() => app.dispose());

const tell = (prominence: number, fields: object = {}) =>
  tellRun(app, fixture.tenant, fixture.brandId, {
    at: fixture.noon(1),
    answers: times(10, { promptId: fixture.prompts[0] ?? '', rank: 1, prominence }),
    ...fields,
  });
const make = (content: string) =>
  suggest(app.deps, fixture.tenant, { brandId: fixture.brandId, content });
/** One quotation, thinned out by appeals that a rewrite leaves away. */
const QUOTED = `Acme is a CRM. “It saves us hours,” said Tom Becker. ${Array.from({ length: 40 }, (_, at) => `Click here to order your very own copy number ${at} now!`).join(' ')}`;

test('the worked example: a quotation that stands out, at a prominence of 0.30', async () => {
  await tell(0.3);
  const { expectedLift, rewritten } = await make(QUOTED);
  expect(rewritten).toContain('“It saves us hours,” said Tom Becker.');
  expect(rewritten).not.toContain('Click');
  expect(expectedLift.methods).toContain('quotation');
  expect(toShownLift({ expectedLift })).toMatchObject({
    ...{ metric: 'pawc_share', delta: 0.0269, confidence: 'prior', current: 0.3 },
    low: -0.0791,
    high: 0.1837,
  });
});

/** So many answers whose sources name the brand's own page at this place. */
const citing = (count: number, place: number) =>
  times(count, {
    promptId: fixture.prompts[0] ?? '',
    ...{ rank: 1, prominence: 0.3, ownedCitations: 1 },
    sources: Array.from({ length: 6 }, (_, at) => {
      const domain = at + 1 === place ? 'acme.com' : `site${at}.com`;
      return { url: `https://${domain}/`, domain, owned: at + 1 === place };
    }),
  });

test('the page that answers cite first has to lose by a quotation, and is told so', async () => {
  await tell(0, { answers: [...citing(6, 1), ...citing(4, 3)] });
  const { expectedLift } = await make(QUOTED);
  expect(expectedLift.methods).toEqual(['quotation']);
  // 0.3 × (0.771^0.25 − 1).
  expect(toShownLift({ expectedLift })).toMatchObject({
    ...{ delta: -0.0189, sourceRank: 1, method: 'quotation', confidence: 'prior' },
  });
});

test('the fifth gains by it; who says a place is believed; beyond the fifth and below ten answers the mean counts', async () => {
  await tell(0, { answers: citing(10, 5) });
  const lift = async (sourceRank?: number) =>
    toShownLift(
      await suggest(app.deps, fixture.tenant, {
        ...{ brandId: fixture.brandId, content: QUOTED },
        ...(sourceRank !== undefined && { sourceRank }),
      }),
    );
  // 0.3 × (1.997^0.25 − 1).
  expect(await lift()).toMatchObject({ delta: 0.0566, sourceRank: 5 });
  expect(await lift(1)).toMatchObject({ delta: -0.0189, sourceRank: 1 });
  fixture = await createBrandFixture(app);
  await tell(0, { answers: citing(10, 6) });
  expect(await lift()).toMatchObject({ delta: 0.0269, sourceRank: 6 });
  fixture = await createBrandFixture(app);
  await tell(0, { answers: citing(9, 1) });
  expect(await lift()).toMatchObject({ delta: 0.0269, sourceRank: null });
});

test.each([0, 6, 1.5, Number.NaN])('a place of %d is refused', (sourceRank) => {
  expect(() => checkSuggestion({ brandId: 'x', content: 'Acme.', sourceRank })).toThrow(
    expect.objectContaining({ code: 'BAD_INPUT', details: { field: 'sourceRank' } }),
  );
});

test('the base is of unbranded answers of the last 28 days, of one kind', async () => {
  await tell(0.3);
  await tell(0.9, { at: fixture.noon(29) });
  await tell(0.7, { sandbox: false, at: fixture.noon(3) });
  const branded = times(10, { promptId: newId(), branded: true, rank: 1, prominence: 1 });
  await tell(0, { at: fixture.noon(2), answers: branded });
  expect((await make(QUOTED)).expectedLift.current).toBeCloseTo(0.3, 12);
});

test.each([
  ['without answers', null],
  ['whose answers never name it', 0],
])('a brand %s has nothing to multiply', async (_, prominence) => {
  if (prominence !== null) await tell(prominence);
  const { expectedLift } = await make(QUOTED);
  expect(expectedLift).toMatchObject({ delta: 0, confidence: 'none', current: prominence });
  expect(toShownLift({ expectedLift })).toMatchObject({ low: null, high: null });
});

test('content that gains by no known method is expected to bring nothing, but in the sandbox, which stands in with one', async () => {
  const content = 'Acme is a CRM.';
  const live = { ...fixture.tenant, environment: 'live' as const };
  const brand = await makeBrand(app, live);
  await tellRun(app, live, brand.id, {
    ...{ at: fixture.noon(1), sandbox: false },
    answers: times(10, { promptId: newId(), rank: 1, prominence: 0.3 }),
  });
  const value = { ...WRITTEN, ...{ headline: 'Acme', section_1_answer: content } };
  const empty = { section_2_evidence: [], section_3_context: '', section_4_faq: [] };
  const deps = withComposers(app.deps, { chatgpt: () => composition({ ...value, ...empty }) });
  const written = await suggest(deps, live, { brandId: brand.id, content });
  expect(written.expectedLift).toMatchObject({ delta: 0, confidence: 'none', methods: [] });
  await tell(0.3);
  const { expectedLift } = await make(content);
  // 0.3 × ((24.7 / 19.3)^0.25 − 1).
  expect(toShownLift({ expectedLift })).toMatchObject({
    ...{ delta: 0.0191, confidence: 'prior', method: 'fluency', methods: ['fluency'] },
  });
});

test('an engine writes for live callers, and its inventions count for nothing', async () => {
  const live = await createTenant(app, { environment: 'live' });
  const brand = await makeBrand(app, live);
  const invented = 'Our survey reached 900 agencies in 2025.';
  const value = { ...WRITTEN, section_2_evidence: ['It was founded in 2016.', invented] };
  const deps = withComposers(app.deps, { chatgpt: () => composition(value) });
  const made = await suggest(deps, live, { brandId: brand.id });
  expect(made).toMatchObject({ source: 'chatgpt', sandbox: false, eeatSignals: [] });
  expect(made.factClaims).toContainEqual(
    expect.objectContaining({ claim: invented, verifiable: false }),
  );
  const spent = await sql(
    app.databaseUrl,
    'select purpose from engine_call where account_id = $1',
    [live.accountId],
  );
  expect(spent).toEqual([{ purpose: 'rewrite' }]);
  const tested = await suggest(deps, fixture.tenant, { brandId: fixture.brandId });
  expect(tested).toMatchObject({ source: 'sandbox', sandbox: true });
});

test('when every engine fails nothing is listed, and the key may be used again', async () => {
  const live = await createTenant(app, { environment: 'live' });
  const { id: brandId } = await makeBrand(app, live);
  const options = { idempotencyKey: 'again' };
  const broken = withComposers(app.deps, { chatgpt: fails('UNAVAILABLE') });
  await expect(suggest(broken, live, { brandId }, options)).rejects.toMatchObject({
    code: 'ENGINE_UNAVAILABLE',
  });
  const whole = withComposers(app.deps, { chatgpt: () => composition(WRITTEN) });
  const made = await suggest(whole, live, { brandId }, options);
  expect(made.status).toBe('proposed');
  expect((await suggest(broken, live, { brandId }, options)).id).toBe(made.id);
  const other = { brandId, content: 'Acme is other.' };
  await expect(suggest(whole, live, other, options)).rejects.toMatchObject({
    code: 'IDEMPOTENCY_REUSED',
  });
});

test.each([
  ['', 'content'],
  ['<br>', 'content'],
  ['\u{1f600}'.repeat(4_001), 'content'],
  ['\u6f22'.repeat(4_001), 'content'],
])('content that is refused: %#', (content, field) => {
  expect(() => checkSuggestion({ brandId: 'x', content })).toThrow(
    expect.objectContaining({ code: 'BAD_INPUT', details: { field } }),
  );
});

test('a suggestion is applied once, for prompts of the account', async () => {
  const { id } = await make(CONTENT);
  const apply = (promptIds: string[] | null = null) =>
    applySuggestion(app.deps, fixture.tenant, id, promptIds);
  await expect(apply([])).rejects.toMatchObject({ details: { field: 'promptIds' } });
  await expect(apply([newId()])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const promptIds = fixture.prompts.slice(0, 2);
  expect(await apply([...promptIds, ...promptIds])).toMatchObject({
    ...{ status: 'applied', promptIds, appliedAt: app.deps.now(), uplift: null },
  });
  await expect(apply()).rejects.toMatchObject({ code: 'CONFLICT' });
});

const LIST = `query ($brandId: ID!, $after: String) { suggestions(brandId: $brandId, first: 2, after: $after) {
  totalCount pageInfo { hasNextPage endCursor } nodes { id status intent content rewritten source
    expectedLift { delta low high confidence methods current } promptIds uplift { lift } } } }`;
const CREATE = `mutation ($input: CreateSuggestionInput!) { createSuggestion(input: $input) { suggestion { id } } }`;

test('GraphQL makes, lists newest first in as many statements as for one, and shows their states', async () => {
  const headers = bearer(fixture.account.key);
  const { brandId } = fixture;
  const create = async (intent: string) =>
    (await post(app.url, headers, CREATE, { input: { brandId, content: CONTENT, intent } })).data
      .createSuggestion.suggestion.id;
  const first = await create('HOW_TO');
  const list = (after?: string) => post(app.url, headers, LIST, { brandId, after });
  await list();
  const few = await countStatements(list);
  const ids = [await create('FAQ'), await create('REVIEW')];
  const many = await countStatements(async () => {
    const { data } = await list();
    const { nodes, pageInfo, totalCount } = data.suggestions;
    expect(totalCount).toBe(3);
    expect(nodes.map(({ id }: { id: string }) => id)).toEqual(ids.reverse());
    expect(nodes[0]).toMatchObject({
      ...{ status: 'PROPOSED', intent: 'REVIEW', uplift: null, promptIds: null },
      expectedLift: { delta: 0, low: null, high: null, confidence: 'NONE', current: null },
    });
    const rest = (await list(pageInfo.endCursor)).data.suggestions.nodes;
    expect(rest).toMatchObject([{ id: first, intent: 'HOW_TO' }]);
  });
  expect(many.length).toBeLessThanOrEqual(2 * few.length);
});
