import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createPack,
  createPrompt,
  deletePrompt,
  updatePrompt,
} from '../../../src/services/prompts/prompt.js';
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

const tell = (answers: Told[], fields: object = {}) =>
  tellRun(app, fixture.tenant, fixture.brandId, { at: fixture.noon(0), answers, ...fields });
const breakdown = () =>
  fixture.get(`/api/dashboard/prompts/breakdown?brand_id=${fixture.brandId}&days=7`);
const aida = () => fixture.get(`/api/dashboard/prompts/aida?brand_id=${fixture.brandId}&days=7`);

/** Hits of three answers to each of the first prompts. */
const hits = (...counts: number[]): Told[] =>
  counts.flatMap((count, at) => [
    ...times(count, { promptId: fixture.prompts[at] ?? '', mentioned: true }),
    ...times(3 - count, { promptId: fixture.prompts[at] ?? '' }),
  ]);

test('the worked example: hits 3, 2, 0, 1, 0 of three are 0.4000 and cover 0.6000', async () => {
  fixture = await createBrandFixture(app);
  await tell([...hits(3, 2, 0, 1, 0), { promptId: fixture.prompts[5] ?? '', failed: true }]);
  const body = await breakdown();
  expect(body).toMatchObject({
    brandId: fixture.brandId,
    days: 7,
    sandbox: true,
    hitRate: 0.4,
    coverage: 0.6,
    answers: 15,
    mentions: 6,
    unsampled: 7,
  });
  expect(body.prompts).toHaveLength(12);
  expect(body.prompts.slice(0, 2)).toEqual([
    {
      promptId: fixture.prompts[0],
      prompt: expect.any(String),
      stage: 'awareness',
      branded: false,
      answers: 3,
      mentions: 3,
      hitRate: 1,
      low: expect.any(Number),
      high: 1,
      state: 'insufficient',
    },
    expect.objectContaining({ answers: 3, mentions: 2, hitRate: 0.6667 }),
  ]);
  // Only failed, or never asked: it is there, and has no rate.
  for (const prompt of body.prompts.slice(5))
    expect(prompt).toMatchObject({
      answers: 0,
      mentions: 0,
      hitRate: null,
      low: null,
      high: null,
      state: 'none',
    });
});

test('a brand that was never asked about has its prompts, without rates', async () => {
  fixture = await createBrandFixture(app);
  expect(await breakdown()).toMatchObject({
    hitRate: null,
    coverage: null,
    low: null,
    answers: 0,
    unsampled: 12,
  });
  const { stages } = await aida();
  expect(stages).toEqual(
    ['awareness', 'interest', 'desire', 'action'].map((stage) => ({
      stage,
      prompts: 3,
      answers: 0,
      mentions: 0,
      hitRate: null,
      low: null,
      high: null,
      netSentiment: null,
    })),
  );
});

test('each stage has its own prompts’ hits and sentiment', async () => {
  fixture = await createBrandFixture(app);
  const [a = '', b = ''] = fixture.prompts;
  const desire = fixture.prompts[6] ?? '';
  await tell([
    // Awareness: 2 of 4, and 1 of 1.
    ...times(2, { promptId: a, mentioned: true, sentiment: 'positive' }),
    ...times(2, { promptId: a }),
    { promptId: b, mentioned: true, sentiment: 'negative' },
    // Labelled by nobody: a mention all the same.
    { promptId: desire, mentioned: true },
  ]);
  const { stages } = await aida();
  expect(stages[0]).toMatchObject({
    stage: 'awareness',
    prompts: 3,
    answers: 5,
    mentions: 3,
    hitRate: 0.75,
    netSentiment: 0.3333,
  });
  expect(stages[1]).toMatchObject({ stage: 'interest', answers: 0, hitRate: null });
  expect(stages[2]).toMatchObject({ answers: 1, mentions: 1, hitRate: 1, netSentiment: null });
});

test('a deleted prompt still counts, as it was last asked; an edited one reads as it does now', async () => {
  fixture = await createBrandFixture(app);
  const [gone = '', edited = ''] = fixture.prompts;
  await tell(hits(2, 1), {
    prompts: [
      { promptId: gone, text: 'Long gone?', stage: 'desire' },
      { promptId: edited, text: 'As it was?', stage: 'desire' },
    ],
  });
  await deletePrompt(app.deps, fixture.tenant, gone);
  await updatePrompt(app.deps, fixture.tenant, edited, { text: 'As it is?', enabled: false });
  const { prompts, hitRate } = await breakdown();
  expect(prompts).toHaveLength(12);
  expect(hitRate).toBe(0.5);
  expect(prompts[0]).toMatchObject({ prompt: 'Long gone?', stage: 'desire', mentions: 2 });
  expect(prompts[1]).toMatchObject({ prompt: 'As it is?', stage: 'awareness', mentions: 1 });
  expect((await aida()).stages).toMatchObject([
    { prompts: 2, mentions: 1 },
    { prompts: 3 },
    { prompts: 4, mentions: 2 },
    { prompts: 3 },
  ]);
});

test('the pack that was asked is shown instead of the account’s own, and branded prompts say so', async () => {
  fixture = await createBrandFixture(app);
  const pack = await createPack(app.deps, fixture.tenant, { name: 'Own', prompts: [] });
  const fields = {
    stage: 'action' as const,
    tags: [],
    country: null,
    language: 'en',
  };
  const make = (text: string) =>
    createPrompt(app.deps, fixture.tenant, { packId: pack.id, brandId: null }, { ...fields, text });
  const [asked, spare] = [await make('Acme pricing?'), await make('Prices?')];
  await tell([{ promptId: asked.id, branded: true, mentioned: true }], { packId: pack.id });
  const { prompts, unsampled } = await breakdown();
  expect(prompts).toMatchObject([
    { promptId: asked.id, branded: true, hitRate: 1 },
    { promptId: spare.id, branded: false, hitRate: null },
  ]);
  expect(unsampled).toBe(1);
});
