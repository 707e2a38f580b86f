import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../../helpers/app.js';
import { type Told, tellRun, times } from '../../helpers/records/answers.js';
import {
  type BrandFixture,
  createBrandFixture,
  createNoon,
} from '../../helpers/records/dashboard.js';

let app: TestApp;
let fixture: BrandFixture;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
afterAll(() => app.dispose());

const series = async (days: number, of = fixture) =>
  of.get(`/api/dashboard/visibility/timeseries?brand_id=${of.brandId}&days=${days}`);
const tell = (at: Date, answers: Told[], fields: object = {}) =>
  tellRun(app, fixture.tenant, fixture.brandId, { at, answers, ...fields });
/** `hits` of `of` prompts, one answer each. */
const some = (platform: string, hits: number, of: number): Told[] =>
  fixture.prompts
    .slice(0, of)
    .map((promptId, at) => ({ platform, promptId, mentioned: at < hits }));

test('a day is the mean over platforms of the mean over prompts, with its interval', async () => {
  fixture = await createBrandFixture(app);
  const [a = '', b = ''] = fixture.prompts;
  await tell(fixture.noon(0), [
    // 1 of 4 and 1 of 1: 0.625 on one platform, and 0 of 1 on the other.
    ...times(3, { promptId: a }),
    { promptId: a, rank: 1 },
    { promptId: b, rank: 2 },
    { platform: 'grok', promptId: a },
  ]);
  const body = await series(1);
  expect(body).toMatchObject({ brandId: fixture.brandId, days: 1, sandbox: true });
  expect(body.points).toHaveLength(1);
  expect(body.points[0]).toEqual({
    date: fixture.noon(0).toISOString().slice(0, 10),
    visibility: 0.3125,
    answers: 6,
    mentions: 2,
    low: expect.any(Number),
    high: expect.any(Number),
    partial: false,
    platforms: [
      { platform: 'chatgpt', visibility: 0.625, answers: 5, mentions: 2 },
      { platform: 'grok', visibility: 0, answers: 1, mentions: 0 },
    ],
  });
  expect(body.points[0].low).toBeLessThan(0.3125);
});

test('the worked example: 14, 9 and 14 of 20 are 0.6167 [0.4902, 0.7291]', async () => {
  fixture = await createBrandFixture(app);
  const own = fixture.prompts;
  // Twenty prompts: the pack's twelve and eight that were asked once and are gone.
  const ids = [
    ...own,
    ...own
      .slice(0, 8)
      .map(
        (id) => `${id.slice(0, 8)}${'0000-7000-8000-00000000'.replace(/^/, '-')}${id.slice(-4)}`,
      ),
  ];
  const answers = (platform: string, hits: number): Told[] =>
    ids.map((promptId, at) => ({ platform, promptId, mentioned: at < hits }));
  await tell(fixture.noon(0), [
    ...answers('chatgpt', 14),
    ...answers('gemini', 9),
    ...answers('claude', 14),
  ]);
  const { points } = await series(1);
  expect(points[0]).toMatchObject({
    visibility: 0.6167,
    low: 0.4902,
    high: 0.7291,
    answers: 60,
    mentions: 37,
  });
});

test('failed answers leave the denominator, and a platform that only failed the mean', async () => {
  fixture = await createBrandFixture(app);
  const [a = ''] = fixture.prompts;
  await tell(fixture.noon(0), [
    { promptId: a, mentioned: true },
    { promptId: a, failed: true },
    { platform: 'claude', promptId: a, failed: true },
  ]);
  const { points } = await series(1);
  expect(points[0]).toMatchObject({ visibility: 1, answers: 1, mentions: 1, partial: true });
  expect(points[0].platforms).toEqual([
    { platform: 'chatgpt', visibility: 1, answers: 1, mentions: 1 },
    { platform: 'claude', visibility: null, answers: 0, mentions: 0 },
  ]);
});

test('prompts that name the brand are left out', async () => {
  fixture = await createBrandFixture(app);
  const [a = '', b = ''] = fixture.prompts;
  await tell(fixture.noon(0), [{ promptId: a, mentioned: true, branded: true }, { promptId: b }]);
  expect((await series(1)).points[0]).toMatchObject({ visibility: 0, answers: 1, mentions: 0 });
});

test('days are UTC days: what began at 23:59:59.999 belongs to its own', async () => {
  fixture = await createBrandFixture(app);
  const midnight = new Date(fixture.noon(0).getTime() - 43_200_000);
  const last = new Date(midnight.getTime() - 1);
  const first = new Date(midnight.getTime() - 2 * 86_400_000);
  await tell(last, some('chatgpt', 1, 2));
  await tell(midnight, some('chatgpt', 3, 4));
  await tell(first, some('chatgpt', 5, 6));
  await tell(new Date(first.getTime() - 1), some('chatgpt', 7, 8));
  const { points } = await series(3);
  expect(points.map((point: { date: string }) => point.date)).toEqual(
    [2, 1, 0].map((day) => fixture.noon(day).toISOString().slice(0, 10)),
  );
  expect(points.map((point: { mentions: number }) => point.mentions)).toEqual([5, 1, 3]);
  expect((await series(4)).points[0]).toMatchObject({ answers: 8, mentions: 7 });
  expect((await series(1)).points).toHaveLength(1);
});

test('a brand without answers has points without a value', async () => {
  fixture = await createBrandFixture(app);
  const { points, ...window } = await series(90);
  expect(window).toEqual({ brandId: fixture.brandId, days: 90, sandbox: true });
  expect(points).toHaveLength(90);
  for (const point of points)
    expect(point).toEqual({
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      visibility: null,
      answers: 0,
      mentions: 0,
      low: null,
      high: null,
      partial: false,
      platforms: [],
    });
  // Without days asked for it is thirty.
  const path = `/api/dashboard/visibility/timeseries?brand_id=${fixture.brandId}`;
  expect((await fixture.get(path)).points).toHaveLength(30);
});

test('sandbox and real answers are never counted together: the newest completed probe decides', async () => {
  fixture = await createBrandFixture(app);
  await tell(fixture.noon(4), some('chatgpt', 12, 12), { sandbox: false });
  await tell(fixture.noon(2), some('chatgpt', 0, 12));
  await tell(fixture.noon(1), some('chatgpt', 6, 12), { sandbox: false });
  // Not completed, so it decides nothing.
  await tell(fixture.noon(0), some('chatgpt', 3, 12), { status: 'running' });
  const real = await series(5);
  expect(real.sandbox).toBe(false);
  expect(real.points.map((point: { visibility: number | null }) => point.visibility)).toEqual([
    1,
    null,
    null,
    0.5,
    null,
  ]);
  await tell(new Date(fixture.noon(0).getTime() - 1_000), some('chatgpt', 3, 12));
  const sandbox = await series(5);
  expect(sandbox.sandbox).toBe(true);
  expect(sandbox.points.map((point: { answers: number }) => point.answers)).toEqual([
    0, 0, 12, 0, 24,
  ]);
});

test('what another account has is not counted', async () => {
  fixture = await createBrandFixture(app);
  await tell(fixture.noon(0), some('chatgpt', 4, 8));
  const other = await createBrandFixture(app);
  expect((await series(1, other)).points[0]).toMatchObject({ answers: 0, visibility: null });
  expect((await series(1)).points[0]).toMatchObject({ answers: 8, visibility: 0.5 });
});
