import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadCompetitors } from '../../../src/services/brands/brand.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { bearer, post } from '../../helpers/client/client.js';
import { type Told, tellRun, times } from '../../helpers/records/answers.js';
import {
  type BrandFixture,
  createBrandFixture,
  createNoon,
} from '../../helpers/records/dashboard.js';
import { perform, start } from '../../helpers/records/probe.js';

let app: TestApp;
let fixture: BrandFixture;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: createNoon() });
});
afterAll(() => app.dispose());

/** The brand's rivals from now on, in the order of the names. */
async function track(...names: string[]) {
  const { tenant, brandId } = fixture;
  await updateBrand(app.deps, tenant, brandId, { competitors: names.map((name) => ({ name })) });
  const rows = await loadCompetitors(app.deps, tenant, [brandId]);
  return names.map((name) => {
    const { id = '' } = rows.find((row) => row.name === name) ?? {};
    return { id, name };
  });
}
const tell = (answers: Told[], competitors: { id: string; name: string }[], daysAgo = 0) =>
  tellRun(app, fixture.tenant, fixture.brandId, {
    at: fixture.noon(daysAgo),
    answers,
    competitors,
  });
const breakdown = () =>
  fixture.get(`/api/dashboard/competitors/breakdown?brand_id=${fixture.brandId}&days=7`);

test('the worked example: of 37, 52, 21 and 10 mentions the brand has 0.3083', async () => {
  fixture = await createBrandFixture(app);
  const rivals = await track('Globex', 'Initech', 'Umbrella');
  const [globex = '', initech = '', umbrella = ''] = rivals.map(({ id }) => id);
  const [a = '', b = ''] = fixture.prompts;
  await tell(
    [
      ...times(12, { promptId: a, rank: 1 }),
      ...times(25, { promptId: a, rank: 2, rivals: { [globex]: 1 } }),
      ...times(9, { promptId: a, rivals: { [globex]: 1, [initech]: 2 } }),
      ...times(8, { promptId: a, rivals: { [globex]: 2, [initech]: 1, [umbrella]: 3 } }),
      ...times(10, { promptId: b, rivals: { [globex]: 1 } }),
      ...times(2, { promptId: b, rivals: { [initech]: 1, [umbrella]: 2 } }),
      ...times(2, { promptId: b, rivals: { [initech]: 1 } }),
      { promptId: b, failed: true },
      // Its prompt names the brand, so it says nothing of visibility and voice.
      ...times(5, {
        promptId: fixture.prompts[2] ?? '',
        branded: true,
        rank: 1,
        rivals: { [globex]: 2 },
      }),
    ],
    rivals,
  );
  const body = await breakdown();
  expect(body).toMatchObject({ brandId: fixture.brandId, days: 7, sandbox: true });
  expect(body.platforms).toEqual([{ platform: 'chatgpt', entries: expect.any(Array) }]);
  const interval = { low: expect.any(Number), high: expect.any(Number) };
  expect(body.platforms[0].entries).toEqual([
    {
      name: 'Acme',
      isBrand: true,
      mentions: 37,
      answers: 68,
      // 37 of 54, and 0 of 14.
      visibility: 0.3426,
      ...interval,
      shareOfVoice: 0.3083,
      averageRank: 1.6757,
    },
    {
      name: 'Globex',
      isBrand: false,
      mentions: 52,
      answers: 68,
      // 42 of 54, and 10 of 14.
      visibility: 0.746,
      ...interval,
      shareOfVoice: 0.4333,
      averageRank: 1.1538,
    },
    expect.objectContaining({ name: 'Initech', mentions: 21, shareOfVoice: 0.175 }),
    expect.objectContaining({
      name: 'Umbrella',
      mentions: 10,
      shareOfVoice: 0.0833,
      averageRank: 2.8,
    }),
  ]);
});

test('a place is shown from ten on, and nothing is shared where nobody was named', async () => {
  fixture = await createBrandFixture(app);
  const rivals = await track('Globex');
  const [a = ''] = fixture.prompts;
  await tell([...times(9, { promptId: a, rank: 1 }), { platform: 'grok', promptId: a }], rivals);
  const [chatgpt, grok] = (await breakdown()).platforms;
  expect(chatgpt.entries).toMatchObject([
    { mentions: 9, visibility: 1, shareOfVoice: 1, averageRank: null },
    { name: 'Globex', mentions: 0, answers: 9, visibility: 0, shareOfVoice: 0, averageRank: null },
  ]);
  expect(grok.entries).toMatchObject([
    { mentions: 0, answers: 1, visibility: 0, shareOfVoice: null, averageRank: null },
    { mentions: 0, answers: 1, visibility: 0, shareOfVoice: null },
  ]);
});

test('a rival counts over the runs that looked for it: a removed one keeps its name, a new one begins at nothing', async () => {
  fixture = await createBrandFixture(app);
  const [globex] = await track('Globex');
  const [a = ''] = fixture.prompts;
  await tell(times(4, { promptId: a, rivals: { [globex?.id ?? '']: 1 } }), [globex!], 2);
  const [initech] = await track('Initech', 'Hooli');
  await tell(
    [{ promptId: a, rank: 1, rivals: { [initech?.id ?? '']: 2 } }, { promptId: a }],
    [initech!],
    1,
  );
  const [{ entries }] = (await breakdown()).platforms;
  expect(entries).toMatchObject([
    { name: 'Acme', mentions: 1, answers: 6, visibility: 0.1667, shareOfVoice: 0.1667 },
    { name: 'Globex', mentions: 4, answers: 4, visibility: 1, shareOfVoice: 0.6667 },
    { name: 'Initech', mentions: 1, answers: 2, visibility: 0.5, shareOfVoice: 0.1667 },
    { name: 'Hooli', mentions: 0, answers: 0, visibility: null, shareOfVoice: 0 },
  ]);
});

test('a brand without answers has no platforms', async () => {
  fixture = await createBrandFixture(app);
  await track('Globex');
  expect(await breakdown()).toMatchObject({
    platforms: [],
    competitorSetHash: null,
    sandbox: true,
  });
});

test('a real run: shares add up to one, and carry the fingerprint of what was tracked', async () => {
  fixture = await createBrandFixture(app, 'Zephyrine');
  await track('Globex', 'Initech');
  const { tenant, brandId, account } = fixture;
  const run = await perform(app, tenant, await start(app, tenant, { id: brandId }));
  const body = await breakdown();
  expect(body.platforms).toHaveLength(6);
  for (const { entries } of body.platforms) {
    expect(entries).toHaveLength(3);
    const shares = entries.map((entry: { shareOfVoice: number | null }) => entry.shareOfVoice ?? 0);
    expect(shares.reduce((sum: number, share: number) => sum + share)).toBeCloseTo(1, 3);
  }
  expect(body.competitorSetHash).toBe(run.measures?.entitySetHash);
  // What was counted as the answers came agrees with what they name.
  const query = `query($id: ID!) { brand(id: $id) { standing(days: 7) { visibility { value } shareOfVoice { numerator denominator } }
    lastScan { measures { visibility { value } } } } }`;
  const { brand } = (await post(app.url, bearer(account.key), query, { id: brandId })).data;
  const all = body.platforms.flatMap(
    (platform: { entries: { mentions: number; isBrand: boolean }[] }) => platform.entries,
  );
  const sum = (of: { mentions: number }[]) =>
    of.reduce((total, { mentions }) => total + mentions, 0);
  expect(brand.standing.shareOfVoice).toEqual({
    numerator: sum(all.filter(({ isBrand }: { isBrand: boolean }) => isBrand)),
    denominator: sum(all),
  });
  expect(brand.standing.visibility).toEqual(brand.lastScan.measures.visibility);
});

test('a rival that was added later takes no share by its absence, there or in the standing', async () => {
  fixture = await createBrandFixture(app);
  const [a = ''] = fixture.prompts;
  const [globex] = await track('Globex');
  const id = globex?.id ?? '';
  const tellOf = (daysAgo: number, entitySetHash: string, rivals: (typeof globex)[], of: Told[]) =>
    tellRun(app, fixture.tenant, fixture.brandId, {
      at: fixture.noon(daysAgo),
      answers: of,
      competitors: rivals.flatMap((rival) => rival ?? []),
      entitySetHash,
    });
  await tellOf(2, 'alone', [], times(64, { promptId: a, rank: 1 }));
  await tellOf(
    1,
    'both',
    [globex],
    [
      ...times(20, { promptId: a, rank: 1, rivals: { [id]: 2 } }),
      ...times(10, { promptId: a, rivals: { [id]: 1 } }),
    ],
  );
  const [{ entries }] = (await breakdown()).platforms;
  // 20 of 20 + 30: the 64 answers that nobody searched for Globex are in neither.
  expect(entries).toMatchObject([
    { name: 'Acme', mentions: 84, answers: 94, shareOfVoice: 0.4 },
    { name: 'Globex', mentions: 30, answers: 30, shareOfVoice: 0.6 },
  ]);
  const { brands } = await fixture.get('/api/brands/compare?days=7');
  expect(brands[0]).toMatchObject({ mentions: 84, shareOfVoice: 0.4, trackedMentions: 50 });
});
