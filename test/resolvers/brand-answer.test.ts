import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';
import { bearer, post } from '../helpers/client/client.js';
import { tellRun, times } from '../helpers/records/answers.js';
import { type BrandFixture, createBrandFixture, createNoon } from '../helpers/records/dashboard.js';
import { makeBrand, perform, start } from '../helpers/records/probe.js';
import { countStatements } from '../helpers/run/statements.js';

let app: TestApp;
let fixture: BrandFixture;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
  fixture = await createBrandFixture(app);
  const [a = '', b = ''] = fixture.prompts;
  await tellRun(app, fixture.tenant, fixture.brandId, {
    at: fixture.noon(40),
    answers: [...times(1, { promptId: a, mentioned: true }), ...times(3, { promptId: a })],
  });
  await tellRun(app, fixture.tenant, fixture.brandId, {
    at: fixture.noon(3),
    answers: [
      ...times(2, { promptId: a, mentioned: true }),
      ...times(1, { promptId: a }),
      { promptId: a, platform: 'grok', failed: true },
      { promptId: b, platform: 'grok' },
    ],
  });
  await tellRun(app, fixture.tenant, fixture.brandId, {
    at: fixture.noon(0),
    answers: times(1, { promptId: b, mentioned: true }),
  });
});
afterAll(() => app.dispose());

const ANSWERS = `query($id: ID!, $days: Int! = 30, $date: String, $platform: String, $promptId: ID, $mentioned: Boolean, $first: Int! = 20, $after: String) {
  brand(id: $id) { answers(days: $days, date: $date, platform: $platform, promptId: $promptId, mentioned: $mentioned, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } nodes { runId platform promptId mentioned status citations { sourceUrl } } } } }`;

async function read(variables: Record<string, unknown> = {}) {
  const answer = await post(app.url, bearer(fixture.account.key), ANSWERS, {
    id: fixture.brandId,
    ...variables,
  });
  expect(answer.errors).toBeUndefined();
  return answer.data.brand.answers;
}

test('the answers of a window, by platform, prompt, mention and day', async () => {
  const [a, b] = fixture.prompts;
  expect((await read()).totalCount).toBe(6);
  expect((await read({ days: 90 })).totalCount).toBe(10);
  expect((await read({ promptId: a })).totalCount).toBe(4);
  expect((await read({ promptId: a, platform: 'grok' })).nodes).toEqual([
    expect.objectContaining({ status: 'FAILED', mentioned: false, citations: [] }),
  ]);
  expect((await read({ mentioned: true })).totalCount).toBe(3);
  expect((await read({ promptId: 'nothing' })).totalCount).toBe(0);
  const day = fixture.noon(0).toISOString().slice(0, 10);
  expect((await read({ date: day })).nodes).toEqual([
    expect.objectContaining({ promptId: b, mentioned: true }),
  ]);
});

test('pages go on where they ended, without a gap or a repeat', async () => {
  const whole = await read();
  const seen: unknown[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read({ first: 4, after });
    seen.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  expect(seen).toEqual(whole.nodes);
});

test.each([
  ['date', { date: '2020-01-01' }],
  ['date', { date: '2026-02-31' }],
  ['date', { date: 'today' }],
  ['days', { days: 91 }],
  ['first', { first: 101 }],
  ['after', { after: 'bm90aGluZw' }],
])('a %s that cannot be is refused by name', async (name, variables) => {
  const { errors } = await post(app.url, bearer(fixture.account.key), ANSWERS, {
    id: fixture.brandId,
    ...variables,
  });
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining(name),
    extensions: { code: 'BAD_INPUT' },
  });
});

test('a prompt tells how it hits on each platform, and how it did before', async () => {
  const { data } = await post(
    app.url,
    bearer(fixture.account.key),
    `query($id: ID!) { brand(id: $id) { promptBreakdown(days: 30) { prompts {
      promptId hitRate { numerator denominator } previous { numerator denominator }
      platforms { platform failed hitRate { numerator denominator } } } } } }`,
    { id: fixture.brandId },
  );
  const [first, second] = data.brand.promptBreakdown.prompts;
  expect(first).toMatchObject({
    hitRate: { numerator: 2, denominator: 3 },
    previous: { numerator: 1, denominator: 4 },
    platforms: [
      { platform: 'chatgpt', failed: 0, hitRate: { numerator: 2, denominator: 3 } },
      { platform: 'grok', failed: 1, hitRate: { numerator: 0, denominator: 0 } },
    ],
  });
  expect(second).toMatchObject({
    hitRate: { numerator: 1, denominator: 2 },
    previous: { numerator: 0, denominator: 0 },
  });
});

test('links come with the answers, in as many statements for many as for few', async () => {
  const brand = await makeBrand(app, fixture.tenant);
  await perform(app, fixture.tenant, await start(app, fixture.tenant, brand));
  const readFirst = (first: number) =>
    countStatements(async () => {
      const { nodes } = await read({ id: brand.id, first });
      expect(nodes).toHaveLength(first);
      const cited = nodes.flatMap(({ citations }: { citations: unknown[] }) => citations);
      if (first > 1) expect(cited.length).toBeGreaterThan(0);
    });
  await readFirst(1);
  expect(await readFirst(50)).toEqual(await readFirst(1));
});

test('a run says what it asks, as it stood when it was started', async () => {
  const brand = await makeBrand(app, fixture.tenant);
  const run = await start(app, fixture.tenant, brand);
  const { data } = await post(
    app.url,
    bearer(fixture.account.key),
    'query($id: ID!) { probeRun(id: $id) { prompts { promptId text stage branded } } }',
    { id: run.id },
  );
  const { prompts } = data.probeRun;
  expect(prompts).toHaveLength(12);
  expect(prompts[0]).toEqual({
    promptId: expect.any(String),
    text: expect.stringContaining('CRM'),
    stage: 'AWARENESS',
    branded: false,
  });
});
