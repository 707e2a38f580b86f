import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';
import { bearer, post } from '../helpers/client/client.js';
import { call } from '../helpers/client/http.js';
import { createMeasured, type Measured } from '../helpers/records/measured.js';
import { countStatements } from '../helpers/run/statements.js';

let app: TestApp;
let measured: Measured;

beforeAll(async () => {
  app = await startApp();
  measured = await createMeasured(app);
});
afterAll(() => app.dispose());

const PAGE = `
  query Page($id: ID!, $days: Int!) {
    brand(id: $id) {
      name
      standing(days: $days) { ...Now previous { ...Before } }
      visibilitySeries(days: $days) {
        points { date partial visibility { ...R } platforms { platform visibility { ...R } } }
      }
      competitorBreakdown(days: $days) {
        competitorSetHash
        platforms { platform entries { name isBrand averageRank visibility { ...R } shareOfVoice { ...R } } }
      }
      promptBreakdown(days: $days) {
        unsampled hitRate { ...R } coverage { ...R } prompts { promptId text stage branded hitRate { ...R } }
      }
      aida(days: $days) { stages { stage prompts hitRate { ...R } netSentiment { ...S } } }
      sentimentOverview(days: $days) {
        methods sentiment { ...S } series { date methods sentiment { ...S } } alerts { title severity }
      }
      incidents { totalCount nodes { title severity status openedAt } }
    }
  }
  fragment R on Rate { value numerator denominator low high state }
  fragment S on NetSentiment { value positive neutral negative low high }
  fragment Now on Standing { sandbox partial averageRank visibility { ...R } shareOfVoice { ...R } citationShare { ...R } netSentiment { ...S } }
  fragment Before on PastStanding { partial averageRank visibility { ...R } shareOfVoice { ...R } citationShare { ...R } netSentiment { ...S } }`;

const draw = (days: number) =>
  post(app.url, bearer(measured.account.key), PAGE, { id: measured.brandId, days });

test('one query draws a page, at its longest too, and agrees with itself and with REST', async () => {
  const { data, errors } = await draw(90);
  expect(errors).toBeUndefined();
  const { brand } = data;
  const today = brand.visibilitySeries.points.at(-1);
  // All was measured today, so the window says what the day says.
  expect(brand.standing.visibility).toEqual(today.visibility);
  expect(today.visibility).toMatchObject({
    denominator: 72,
    state: expect.stringMatching(/LOW|OK/),
  });
  expect(brand.visibilitySeries.points).toHaveLength(90);
  expect(brand.visibilitySeries.points[0].visibility).toEqual({
    value: null,
    numerator: 0,
    denominator: 0,
    low: null,
    high: null,
    state: 'NONE',
  });
  const mentions = brand.standing.visibility.numerator;
  const hits = brand.promptBreakdown.prompts.map(
    ({ hitRate }: { hitRate: { numerator: number } }) => hitRate.numerator,
  );
  expect(hits.reduce((sum: number, hit: number) => sum + hit)).toBe(mentions);

  const rest = await call(
    app.url,
    'GET',
    `/api/dashboard/visibility/timeseries?brand_id=${measured.brandId}&days=90`,
    { key: measured.account.key },
  );
  expect(rest.json<{ points: object[] }>().points.at(-1)).toMatchObject({
    visibility: today.visibility.value,
    answers: today.visibility.denominator,
    mentions: today.visibility.numerator,
    low: today.visibility.low,
    high: today.visibility.high,
  });
});

test('it reads each thing once, however often it comes', async () => {
  await draw(7);
  // What the process does by the clock may fall into a drawing, but not into each.
  const drawings: string[][] = [];
  for (let left = 5; left > 0; left -= 1) drawings.push(await countStatements(() => draw(7)));
  const [statements = []] = drawings.sort((a, b) => a.length - b.length);
  expect(new Set(statements).size).toBe(statements.length);
  expect(statements.filter((text) => text.includes('from answer')).length).toBeLessThanOrEqual(5);
});

test.each([
  'standing',
  'visibilitySeries',
  'competitorBreakdown',
  'promptBreakdown',
  'aida',
  'sentimentOverview',
])('the days of %s are 1 to 90', async (field) => {
  for (const days of [0, 91, -1]) {
    const query = `{ brands { nodes { ${field}(days: ${days}) { days: __typename } } } }`;
    const { errors } = await post(app.url, bearer(measured.account.key), query);
    expect(errors?.[0]).toMatchObject({
      message: 'days must be a whole number from 1 to 90',
      extensions: { code: 'BAD_INPUT', details: { field: 'days' } },
    });
  }
});

test('so are those of a comparison', async () => {
  const query = '{ compareBrands(days: 91) { days } }';
  const { errors } = await post(app.url, bearer(measured.account.key), query);
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_INPUT' } });
});
