import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import { readAuthority } from '../../../src/services/authority/authority.js';
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
beforeEach(async () => {
  fixture = await createBrandFixture(app);
});
afterAll(() => app.dispose());

const tell = (daysAgo: number, answers: Told[], fields: object = {}) =>
  tellRun(app, fixture.tenant, fixture.brandId, {
    at: fixture.noon(daysAgo),
    answers,
    ...fields,
  });
const read = () => readAuthority(app.deps, fixture.tenant, fixture.brandId);

test('the trend is of pooled weeks, and certain when visibility’s change is', async () => {
  /** Each answer is to a prompt of its own. */
  const week = (hits: number, of: number, prominence: number) =>
    Array.from({ length: of }, (_, at) => ({
      promptId: newId(),
      citationCapable: false,
      ...(at < hits ? { rank: 1, prominence } : { prominence: 0 }),
    }));
  await tell(8, week(10, 40, 0.4));
  await tell(2, week(15, 20, 0.4));
  await tell(1, week(15, 20, 0.4));
  // (40 × 0.75 + 25 × 0.3 + 7.5) / 0.8 less (40 × 0.25 + 25 × 0.1 + 7.5) / 0.8.
  expect((await read()).trend7d).toEqual({ value: 31.3, reason: null, isCertain: true });
});

test('a trend of one prompt that was asked again and again is shown, and not certain', async () => {
  const [promptId = ''] = fixture.prompts;
  await tell(8, [...times(10, { promptId, rank: 1 }), ...times(30, { promptId })]);
  await tell(1, [...times(30, { promptId, rank: 1 }), ...times(10, { promptId })]);
  expect((await read()).trend7d).toMatchObject({ reason: null, isCertain: false });
  expect((await read()).trend7d.value).toBeGreaterThan(0);
});

test.each([
  ['too_few_answers', 20, {}, {}],
  ['other_platforms', 30, { platform: 'gemini' }, {}],
  ['other_prompts', 30, {}, { packId: newId() }],
])('weeks that cannot be compared say why: %s', async (reason, of, told, run) => {
  const [promptId = ''] = fixture.prompts;
  await tell(8, times(30, { promptId, rank: 1 }));
  await tell(1, times(of, { promptId, rank: 1, ...told }), run);
  expect((await read()).trend7d).toEqual({ value: null, reason, isCertain: false });
});
