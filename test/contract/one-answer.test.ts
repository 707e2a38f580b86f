import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';
import { type Told, tellRun } from '../helpers/records/answers.js';
import { type BrandFixture, createBrandFixture, createNoon } from '../helpers/records/dashboard.js';

/** A brand with one answer: numbers with their states, and none that is made up. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
afterAll(() => app.dispose());

async function withOne(told: Partial<Told>): Promise<BrandFixture> {
  const fixture = await createBrandFixture(app);
  const answers = [{ promptId: fixture.prompts[0] ?? '', ...told }];
  await tellRun(app, fixture.tenant, fixture.brandId, { at: fixture.noon(1), answers });
  return fixture;
}
const CONTENT =
  'Acme is a CRM. It was founded in 1999, according to Forrester, and has 9,000 users.';

/** Every number in it, which JSON would show as null if it were none. */
function numbersOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value === 'number' || value === null) return [[path, value]];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => numbersOf(inner, `${path}.${key}`));
}

const ONE: [string, Partial<Told>, object][] = [
  ['names it', { rank: 1, prominence: 0.5, citations: 2, ownedCitations: 1 }, {}],
  ['does not name it', { prominence: 0, citations: 2 }, {}],
  [
    'comes from an engine that cites nothing',
    { rank: 1, prominence: 1, citationCapable: false },
    { citationDensity: 'none' },
  ],
];

test.each(ONE)('authority of one answer that %s', async (_, told, states) => {
  const { get, brandId } = await withOne(told);
  const body = await get(`/api/v1/authority?brandId=${brandId}`);
  expect(body).toMatchObject({ trend7d: 0, states: { trend7d: 'none', ...states } });
  for (const [path, value] of numbersOf(body))
    expect([path, Number.isFinite(value)]).toEqual([path, true]);
  for (const score of [body.geoScore, body.eeatScore, ...Object.values(body.subscores)]) {
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(100);
  }
  // Of what could not be measured there is no value, and of what has none it is said.
  for (const [name, coverage] of Object.entries(body.coverage))
    if (Number(coverage) < 0.5)
      expect([body.subscores[name], body.states[name]]).toEqual([0, 'none']);
});

test.each(ONE)('GraphQL flags the sample of one answer that %s', async (_, told) => {
  const { account, brandId } = await withOne(told);
  const query = `query ($id: ID!) { authority(brandId: $id) { answers trend7d { value reason isCertain }
    citationDensity { value denominator low high state } } }`;
  const answer = await call(app.url, 'POST', '/graphql', {
    key: account.key,
    body: { query, variables: { id: brandId } },
  });
  const { authority } = answer.json<{ data: { authority: Record<string, never> } }>().data;
  expect(authority).toMatchObject({
    answers: 1,
    trend7d: { value: null, reason: 'TOO_FEW_ANSWERS', isCertain: false },
    citationDensity:
      told.citationCapable === false
        ? { value: null, denominator: 0, low: null, high: null, state: 'NONE' }
        : { value: told.ownedCitations ?? 0, denominator: 1, state: 'INSUFFICIENT' },
  });
});

test.each(ONE)('the picker after one answer that %s', async (_, told) => {
  const { get, brandId, prompts } = await withOne(told);
  const { items, total } = await get(`/api/v1/picker?brandId=${brandId}`);
  expect(total).toBe(1);
  // Eleven prompts were never asked.
  expect(items).toEqual([
    expect.objectContaining({ priorityScore: 1, lastSampledAt: null, reason: 'never_sampled' }),
  ]);
  expect(items[0].promptId).not.toBe(prompts[0]);
});

test.each(ONE)('a suggestion after one answer that %s', async (_, told) => {
  const { account, brandId } = await withOne(told);
  const made = await call(app.url, 'POST', '/api/v1/suggest', {
    key: account.key,
    body: { brandId, content: CONTENT },
  });
  expect(made.status).toBe(200);
  const { expectedLift } = made.json<{
    expectedLift: { metric: string; delta: number; confidence: string; states?: object };
  }>();
  expect(Number.isFinite(expectedLift.delta)).toBe(true);
  expect(Math.abs(expectedLift.delta)).toBeLessThanOrEqual(1);
  // A brand that has all of an answer has nothing to gain: that 0 is a value.
  const isKnown = expectedLift.confidence === 'prior';
  expect(expectedLift.states).toEqual(isKnown ? undefined : { delta: 'none' });
});

test.each(ONE)('incidents after one answer that %s: none', async (_, told) => {
  const { get, brandId } = await withOne(told);
  expect(await get(`/api/v1/sentinel/incidents?brandId=${brandId}`)).toEqual({
    incidents: [],
    total: 0,
  });
});

test('a failed answer is none at all', async () => {
  const { get, brandId } = await withOne({ failed: true });
  expect(await get(`/api/v1/authority?brandId=${brandId}`)).toMatchObject({
    ...{ geoScore: 0, citationDensity: 0 },
    states: { geoScore: 'none', citationDensity: 'none', trend7d: 'none' },
  });
  expect((await get(`/api/v1/picker?brandId=${brandId}`)).items[0].reason).toBe('never_sampled');
});
