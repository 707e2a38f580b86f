import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../../helpers/app.js';
import { type Told, tellRun, times } from '../../helpers/records/answers.js';
import {
  type BrandFixture,
  createBrandFixture,
  createNoon,
} from '../../helpers/records/dashboard.js';
import { makeBrand } from '../../helpers/records/probe.js';

let app: TestApp;
let fixture: BrandFixture;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
afterAll(() => app.dispose());

const tell = (daysAgo: number, answers: Told[], fields: object = {}) =>
  tellRun(app, fixture.tenant, fixture.brandId, {
    at: fixture.noon(daysAgo),
    answers,
    ...fields,
  });
const compare = (days = 30) => fixture.get(`/api/brands/compare?days=${days}`);

const NOTHING = {
  visibility: null,
  answers: 0,
  mentions: 0,
  low: null,
  high: null,
  partial: false,
  shareOfVoice: null,
  shareOfVoiceLow: null,
  shareOfVoiceHigh: null,
  trackedMentions: 0,
  averageRank: null,
  netSentiment: null,
  netSentimentLow: null,
  netSentimentHigh: null,
  positive: 0,
  neutral: 0,
  negative: 0,
  citationShare: null,
  citationShareLow: null,
  citationShareHigh: null,
  ownedCitations: 0,
  citations: 0,
};

test('the brands of the account, newest first, each with its numbers and those of the window before', async () => {
  fixture = await createBrandFixture(app);
  const empty = await makeBrand(app, fixture.tenant, { name: 'Later' });
  const [a = '', b = ''] = fixture.prompts;
  const rival = { one: 1 };
  await tell(0, [
    ...times(18, { promptId: a, rank: 1, sentiment: 'positive', citations: 2, ownedCitations: 1 }),
    ...times(14, { promptId: a, rank: 2, rivals: rival, sentiment: 'neutral', citations: 1 }),
    ...times(5, { promptId: b, rank: 3, rivals: { one: 1, two: 2 }, sentiment: 'negative' }),
    ...times(15, { promptId: b, rivals: rival }),
    { promptId: b, failed: true },
    // It cannot cite, so what it seems to cite is in no share.
    { platform: 'deepseek', promptId: a, citationCapable: false, citations: 9 },
  ]);
  await tell(30, [{ promptId: a, rank: 1 }, { promptId: a }]);
  const body = await compare();
  expect(body).toEqual({
    days: 30,
    brands: [
      { brandId: empty.id, name: 'Later', sandbox: true, ...NOTHING, previous: NOTHING },
      {
        brandId: fixture.brandId,
        name: 'Acme',
        sandbox: true,
        // (1 + 5/20) / 2 on one platform, nothing on the other.
        visibility: 0.3125,
        answers: 53,
        mentions: 37,
        low: expect.any(Number),
        high: expect.any(Number),
        partial: false,
        // 37 of 37 + 34 + 5.
        shareOfVoice: 0.4868,
        shareOfVoiceLow: expect.any(Number),
        shareOfVoiceHigh: expect.any(Number),
        trackedMentions: 76,
        // (18 + 28 + 15) / 37
        averageRank: 1.6486,
        netSentiment: 0.3514,
        netSentimentLow: -1,
        netSentimentHigh: 1,
        positive: 18,
        neutral: 14,
        negative: 5,
        // 18 of 36 + 14.
        citationShare: 0.36,
        citationShareLow: expect.any(Number),
        citationShareHigh: expect.any(Number),
        ownedCitations: 18,
        citations: 50,
        previous: {
          ...NOTHING,
          visibility: 0.5,
          answers: 2,
          mentions: 1,
          low: expect.any(Number),
          high: expect.any(Number),
          shareOfVoice: 1,
          shareOfVoiceLow: expect.any(Number),
          shareOfVoiceHigh: 1,
          trackedMentions: 1,
        },
      },
    ],
  });
});

test('prompts that name the brand are in sentiment and citations, and in nothing else', async () => {
  fixture = await createBrandFixture(app);
  const [a = ''] = fixture.prompts;
  await tell(
    0,
    times(12, {
      promptId: a,
      branded: true,
      rank: 1,
      sentiment: 'positive',
      citations: 1,
      ownedCitations: 1,
    }),
  );
  expect((await compare(1)).brands[0]).toMatchObject({
    visibility: null,
    partial: false,
    shareOfVoice: null,
    averageRank: null,
    netSentiment: 1,
    citationShare: 1,
    positive: 12,
  });
});

test('the window before counts answers of the same kind only', async () => {
  fixture = await createBrandFixture(app);
  const [a = ''] = fixture.prompts;
  await tell(1, [{ promptId: a, rank: 1 }]);
  await tell(0, [{ promptId: a }], { sandbox: false });
  expect((await compare(1)).brands[0]).toMatchObject({
    sandbox: false,
    visibility: 0,
    previous: { visibility: null, answers: 0 },
  });
});
