import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import { Incident } from '../../../src/entities/incident.js';
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

const tell = (daysAgo: number, answers: Told[], fields: object = {}) =>
  tellRun(app, fixture.tenant, fixture.brandId, {
    at: fixture.noon(daysAgo),
    answers,
    ...fields,
  });
const overview = (days: number) =>
  fixture.get(`/api/sentiment/overview?brand_id=${fixture.brandId}&days=${days}`);

test('days and their sum: 18, 14 and 5 are +0.3514, unlabelled mentions are in none of it', async () => {
  fixture = await createBrandFixture(app);
  const [a = ''] = fixture.prompts;
  await tell(2, [
    ...times(18, { promptId: a, rank: 1, sentiment: 'positive' }),
    ...times(4, { promptId: a, rank: 1, sentiment: 'neutral', branded: true }),
    ...times(7, { promptId: a, rank: 1 }),
  ]);
  await tell(0, [
    ...times(10, { promptId: a, rank: 1, sentiment: 'neutral', method: 'lexicon' }),
    ...times(5, { promptId: a, rank: 1, sentiment: 'negative', method: 'judge' }),
    { promptId: a },
  ]);
  const dates = [2, 1, 0].map((day) => fixture.noon(day).toISOString().slice(0, 10));
  const none = { low: null, high: null };
  expect(await overview(3)).toEqual({
    brandId: fixture.brandId,
    days: 3,
    sandbox: true,
    positive: 18,
    neutral: 14,
    negative: 5,
    netSentiment: 0.3514,
    low: -0.4422,
    high: 1,
    methods: ['judge', 'lexicon'],
    series: [
      {
        date: dates[0],
        positive: 18,
        neutral: 4,
        negative: 0,
        netSentiment: 0.8182,
        ...none,
        methods: ['judge'],
      },
      {
        date: dates[1],
        positive: 0,
        neutral: 0,
        negative: 0,
        netSentiment: null,
        ...none,
        methods: [],
      },
      {
        date: dates[2],
        positive: 0,
        neutral: 10,
        negative: 5,
        netSentiment: -0.3333,
        ...none,
        methods: ['judge', 'lexicon'],
      },
    ],
    alerts: [],
  });
});

test('alerts are surges of negative mentions that began in the window or go on', async () => {
  fixture = await createBrandFixture(app);
  const { tenant, brandId } = fixture;
  const make = (title: string, daysAgo: number, fields: object = {}) =>
    app.deps.db.transaction(tenant, (tx) =>
      tx.em.insert(Incident, {
        ...tenant,
        id: newId(),
        brandId,
        type: 'negative_surge',
        severity: 'high',
        status: 'open',
        title,
        evidenceCount: 6,
        sandbox: true,
        details: {},
        openedAt: fixture.noon(daysAgo),
        resolvedAt: null,
        ...fields,
      }),
    );
  await make('old and over', 9, { status: 'resolved' });
  await make('old and open', 9);
  await make('new and over', 1, { status: 'resolved', resolvedAt: fixture.noon(0) });
  await make('another kind', 1, { type: 'ranking_collapse' });
  await make('another environment', 1, { sandbox: false });
  const { alerts } = await overview(7);
  expect(alerts).toEqual([
    {
      id: expect.any(String),
      brandId,
      type: 'negative_surge',
      severity: 'high',
      status: 'resolved',
      title: 'new and over',
      evidenceCount: 6,
      sandbox: true,
      openedAt: fixture.noon(1).toISOString(),
      resolvedAt: fixture.noon(0).toISOString(),
    },
    expect.objectContaining({ title: 'old and open', status: 'open', resolvedAt: null }),
  ]);
});
