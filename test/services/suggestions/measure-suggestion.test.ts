import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { DAY_MS } from '../../../src/domain/time/utc-day.js';
import { PLATFORMS } from '../../../src/engines/platforms.js';
import { createTasks } from '../../../src/jobs/tasks.js';
import { applySuggestion } from '../../../src/services/suggestions/apply-suggestion.js';
import { measureSuggestions } from '../../../src/services/suggestions/measure-suggestion.js';
import {
  findSuggestion,
  toShownLift,
  toShownUplift,
} from '../../../src/services/suggestions/suggestion.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { type Told, tellRun, times } from '../../helpers/records/answers.js';
import { type BrandFixture, createBrandFixture } from '../../helpers/records/dashboard.js';
import { createTenant, makeBrand } from '../../helpers/records/probe.js';
import { suggest } from '../../helpers/records/suggestion.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';

const clock = createClock();
let app: TestApp;
let fixture: BrandFixture;

beforeAll(async () => {
  clock.moveToNoon();
  app = await startApp({ ROLE: 'web' }, { now: clock.now });
});
beforeEach(async () => {
  fixture = await createBrandFixture(app);
});
afterAll(() => app.dispose());

/** So many of so many answers to one prompt name the brand. */
const repeat = (hits: number, of: number, told: Partial<Told> = {}): Told[] => {
  const promptId = fixture.prompts[0] ?? '';
  return [
    ...times(hits, { promptId, rank: 1, ...told }),
    ...times(of - hits, { promptId, ...told }),
  ];
};
const cells = (prompts: readonly string[]): Pick<Told, 'promptId' | 'platform'>[] =>
  PLATFORMS.flatMap(({ id: platform }) => prompts.map((promptId) => ({ platform, promptId })));
/** So many of so many answers, each to a prompt and platform of its own as far as these go. */
const count = (hits: number, of: number, prompts = fixture.prompts): Told[] =>
  Array.from({ length: of }, (_, at): Told => {
    const list = cells(prompts);
    const cell = list[at % list.length] ?? { promptId: '' };
    return at < hits ? { ...cell, rank: 1 } : cell;
  });
const tell = (days: number, answers: Told[], sandbox = true, place = fixture) =>
  tellRun(app, place.tenant, place.brandId, {
    at: new Date(clock.now().getTime() + days * DAY_MS),
    sandbox,
    answers,
  });
async function apply(
  promptIds: string[] | null = fixture.prompts,
  place = fixture,
): Promise<string> {
  const { id } = await suggest(app.deps, place.tenant, { brandId: place.brandId });
  await applySuggestion(app.deps, place.tenant, id, promptIds);
  return id;
}
const find = (id: string, place = fixture) => findSuggestion(app.deps, place.tenant, id);
const events = (place = fixture) =>
  sql<{ event: string; data: Record<string, unknown> }>(
    app.databaseUrl,
    'select event, data from outbox where brand_id = $1',
    [place.brandId],
  );

test('18 to 33 of 60 fires once, when both windows are over', async () => {
  await tell(-20, count(50, 50));
  await tell(-7, count(18, 60));
  const id = await apply();
  await tell(1, count(0, 50));
  await tell(9, count(33, 60));
  await tell(16.5, count(0, 50));
  clock.move(16 * DAY_MS - 60_000);
  await measureSuggestions(app.deps);
  expect(await find(id)).toMatchObject({ status: 'applied', uplift: null, measuredAt: null });
  clock.move(120_000);
  await measureSuggestions(app.deps);
  await measureSuggestions(app.deps);
  const { status, uplift, measuredAt } = await find(id);
  expect(status).toBe('shown');
  expect(uplift && toShownUplift(uplift)).toEqual({
    ...{ metric: 'visibility', before: 0.3, after: 0.55, lift: 0.25, low: 0.0731, high: 0.4061 },
    ...{ beforeAnswers: 60, afterAnswers: 60, isControlled: false, sandbox: true },
    ...{ beforeEffective: 60, afterEffective: 60, answersNeeded: 1_377 },
    probability: expect.closeTo(0.987, 3),
    paired: expect.objectContaining({ prompts: 12, difference: 0.25 }),
  });
  expect(await events()).toEqual([
    {
      event: 'uplift.measured',
      data: {
        brandId: fixture.brandId,
        suggestionId: id,
        ...{ metric: 'visibility', before: 0.3, after: 0.55, lift: 0.25 },
        measuredAt: measuredAt?.toISOString(),
      },
    },
  ]);
});

async function measured(before: Told[], after: Told[], promptIds = fixture.prompts) {
  await tell(-7, before);
  const id = await apply(promptIds);
  await tell(9, after);
  clock.move(16 * DAY_MS + 1);
  await measureSuggestions(app.deps);
  const { status, uplift } = await find(id);
  return { status, uplift: uplift && toShownUplift(uplift), events: (await events()).length };
}

test('3 to 6 of 10 is not shown, and says with which answers and how surely', async () => {
  expect(await measured(count(3, 10), count(6, 10))).toMatchObject({
    status: 'not_shown',
    uplift: { lift: 0.3, low: -0.1177, high: 0.6011, beforeAnswers: 10, afterAnswers: 10 },
    events: 0,
  });
});

test('a brand that was not asked about has no lift at all', async () => {
  const nothing = { before: null, after: null, lift: null, beforeAnswers: 0, afterAnswers: 0 };
  expect(await measured([], [])).toMatchObject({
    ...{ status: 'not_shown', uplift: nothing, events: 0 },
  });
});

/** Six of the prompts, on each of the platforms, and then on each of those again. */
const OWN = 6;
const own = () => fixture.prompts.slice(0, OWN);
const others = () => fixture.prompts.slice(OWN);

test('what the other prompts did is taken off, where they are enough', async () => {
  const found = await measured(
    [...count(9, 36, own()), ...count(12, 36, others())],
    [...count(30, 36, own()), ...count(13, 36, others())],
    own(),
  );
  expect(found).toMatchObject({
    status: 'shown',
    uplift: { before: 0.25, after: 0.8333, lift: 0.5556, isControlled: true, beforeAnswers: 36 },
    events: 1,
  });
  // Of the change alone they would be 0.3620 and 0.7261.
  expect(found.uplift).toMatchObject({ low: 0.2509, high: 0.8118 });
});

test('a rise that all prompts share is none of the suggestion’s, nor is one that may be theirs', async () => {
  expect(
    await measured(
      [...count(11, 36, own()), ...count(11, 36, others())],
      [...count(25, 36, own()), ...count(25, 36, others())],
      own(),
    ),
  ).toMatchObject({ status: 'not_shown', uplift: { lift: 0, isControlled: true }, events: 0 });
  fixture = await createBrandFixture(app);
  // Alone it would be shown; beside the others it may be chance.
  expect(
    await measured(
      [...count(11, 36, own()), ...count(14, 36, others())],
      [...count(22, 36, own()), ...count(18, 36, others())],
      own(),
    ),
  ).toMatchObject({
    ...{ status: 'not_shown', events: 0 },
    uplift: { lift: 0.1944, isControlled: true, low: expect.any(Number) },
  });
});

test('who names no prompts gets the half that the text is nearest to, and the others as a control', async () => {
  const texts = await sql<{ id: string; text: string }>(
    app.databaseUrl,
    'select id, text from prompt where id = any($1)',
    [fixture.prompts],
  );
  const near = texts.slice(0, 6);
  await tell(-7, count(20, 72));
  const content = `Acme answers: ${near.map(({ text }) => text).join(' ')}`;
  const { id } = await suggest(app.deps, fixture.tenant, { brandId: fixture.brandId, content });
  const { promptIds } = await applySuggestion(app.deps, fixture.tenant, id, null);
  expect(promptIds?.toSorted()).toEqual(near.map((prompt) => prompt.id).toSorted());
  await tell(9, count(40, 72));
  clock.move(16 * DAY_MS + 1);
  await measureSuggestions(app.deps);
  expect((await find(id)).uplift).toMatchObject({ isControlled: true, beforeAnswers: 36 });
});

test('with too few answers to choose by all prompts count, and it says that there is no control', async () => {
  await tell(-7, count(18, 59));
  const { id } = await suggest(app.deps, fixture.tenant, { brandId: fixture.brandId });
  expect(await applySuggestion(app.deps, fixture.tenant, id, null)).toMatchObject({
    promptIds: null,
  });
  await tell(9, count(33, 59));
  clock.move(16 * DAY_MS + 1);
  await measureSuggestions(app.deps);
  expect((await find(id)).uplift).toMatchObject({ isControlled: false, beforeAnswers: 59 });
});

test('sixty answers to one prompt are no sixty answers', async () => {
  expect(await measured(repeat(18, 60), repeat(33, 60))).toMatchObject({
    status: 'not_shown',
    uplift: { lift: 0.25, beforeAnswers: 60, beforeEffective: 3.2 },
    events: 0,
  });
});

test('prompts and platforms of one window only, failures and branded prompts are left out', async () => {
  const [first = '', last = ''] = [fixture.prompts[0], fixture.prompts.at(-1)];
  expect(
    await measured(
      // Sixty answers cover ten of the prompts on all platforms, and all twelve on five.
      [...count(18, 60), ...times(20, { promptId: last, platform: 'deepseek' })],
      [
        ...count(33, 60),
        ...times(20, { promptId: first, platform: 'deepseek', rank: 1 }),
        ...times(9, { promptId: first, failed: true }),
        ...times(9, { promptId: first, branded: true, rank: 1 }),
      ],
    ),
  ).toMatchObject({ uplift: { lift: 0.25, beforeAnswers: 60, afterAnswers: 60 } });
});

/** Five answers to each of the twelve prompts, by how much of them is the brand's. */
const shares = (low: number, high: number): Told[] =>
  fixture.prompts.flatMap((promptId, at) =>
    times(5, { promptId, rank: 1, prominence: at % 2 === 0 ? low : high }),
  );
const QUOTED = `Acme is a CRM. “It saves us hours,” said Tom Becker. ${Array.from({ length: 40 }, (_, at) => `Click here to order your very own copy number ${at} now!`).join(' ')}`;
const quoted = (place = fixture) =>
  suggest(app.deps, place.tenant, { brandId: place.brandId, content: QUOTED });

test('what was measured changes what is expected, for this account and this kind of answers alone', async () => {
  await tell(-7, shares(0.1, 0.3));
  const { id, expectedLift } = await quoted();
  expect(expectedLift).toMatchObject({ confidence: 'prior', method: 'quotation', experiments: 0 });
  await applySuggestion(app.deps, fixture.tenant, id, fixture.prompts);
  await tell(9, shares(0.2, 0.4));
  clock.move(16 * DAY_MS + 1);
  await measureSuggestions(app.deps);
  // All answers name it before and after: nothing is shown, and that counts as well.
  const { status, uplift } = await find(id);
  expect(status).toBe('not_shown');
  // ln(0.3 / 0.2), and the root of 2.2 × (0.6 / 59 / 60) × (1 / 0.2² + 1 / 0.3²): five repeats are worth 5 / 2.2.
  expect(uplift?.experiment?.logRatio).toBeCloseTo(0.405465, 6);
  expect(uplift?.experiment?.standardError).toBeCloseTo(0.11604, 5);

  const learned = await quoted();
  expect(toShownLift(learned)).toMatchObject({
    ...{ delta: 0.096, low: 0.0342, high: 0.1712, current: 0.25 },
    ...{ confidence: 'measured', method: 'quotation', experiments: 1 },
  });
  await tell(0, shares(0.2, 0.3), false);
  clock.move(60_000);
  expect((await quoted()).expectedLift).toMatchObject({ confidence: 'prior', experiments: 0 });
  const other = await createBrandFixture(app);
  await tell(-1, shares(0.1, 0.3), true, { ...other });
  expect((await quoted(other)).expectedLift.experiments).toBe(0);
});

test('the same prompts are compared each with itself', async () => {
  const six = (hits: number) =>
    fixture.prompts.flatMap((promptId) => repeat(hits, 6, { promptId }));
  const odd = fixture.prompts.flatMap((promptId, at) =>
    repeat(at % 2 === 0 ? 2 : 4, 6, { promptId }),
  );
  const { uplift } = await measured(six(1), odd);
  // By 1/6 and 3/6 in turn: mean 1/3, sd 1/6 × √(12/11), t(11) = 2.201.
  expect(uplift?.paired).toEqual({ prompts: 12, difference: 0.3333, low: 0.2227, high: 0.4439 });
  const nine = fixture.prompts.slice(0, 9).flatMap((promptId) => repeat(1, 6, { promptId }));
  expect((await measured(nine, nine)).uplift?.paired).toBeNull();
});

test('sandbox answers raise no event for live data, and are not added to real ones', async () => {
  const tenant = await createTenant(app, { environment: 'live' });
  const { id: brandId } = await makeBrand(app, tenant);
  const place = { ...fixture, tenant, brandId };
  await tell(-7, count(18, 60), true, place);
  await tell(-6, count(60, 60), false, place);
  const id = await apply(null, place);
  await tell(9, count(60, 60), false, place);
  await tell(10, count(33, 60), true, place);
  clock.move(16 * DAY_MS + 1);
  await measureSuggestions(app.deps);
  const uplift = { sandbox: true, beforeAnswers: 60, afterAnswers: 60 };
  expect(await find(id, place)).toMatchObject({ status: 'shown', uplift });
  expect(await events(place)).toEqual([]);
});

test('the daily work does it', async () => {
  const id = await apply();
  clock.move(16 * DAY_MS + 1);
  const stop = new AbortController().signal;
  await createTasks(app.deps, async () => {}).daily({}, { stop, abort: stop });
  expect((await find(id)).status).toBe('not_shown');
});
