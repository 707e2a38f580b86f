import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import { examinePriorities } from '../../../src/services/analysis/priority-change.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { type Told, tellRun } from '../../helpers/records/answers.js';
import { createTenant, makeBrand, type Tenant } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

const DAY_MS = 86_400_000;
const promptIds = Array.from({ length: 40 }, newId);
const rival = newId();
let nowMs = Date.parse('2026-11-02T12:00:00Z');
let app: TestApp;
let tenant: Tenant;
let brandId: string;

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: () => new Date(nowMs) });
  tenant = await createTenant(app);
});
afterAll(() => app.dispose());
beforeEach(async () => {
  ({ id: brandId } = await makeBrand(app, tenant));
});

/**
 * Forty answers of one platform, each to a prompt of its own: so many name the brand, each with this share of its words,
 * and all name the rival.
 */
const answers = (hits: number, prominence: number, prompts = promptIds): Told[] =>
  Array.from({ length: 40 }, (_, at): Told => {
    const promptId = prompts[at % prompts.length] ?? '';
    return at < hits
      ? { promptId, mentioned: true, prominence, rivals: { [rival]: 2 } }
      : { promptId, prominence: 0, rivals: { [rival]: 1 } };
  });
async function examine(
  told: Told[],
  { sandbox = true, entitySetHash = 'same', owner = tenant } = {},
) {
  await tellRun(app, owner, brandId, { at: new Date(nowMs - 60_000), sandbox, answers: told });
  await examinePriorities(app.deps, owner, [{ brandId, sandbox, entitySetHash }]);
  const rows = await sql<{ data: Record<string, unknown> }>(
    app.databaseUrl,
    `select data from outbox where brand_id = $1 and event = 'priority.changed' order by id`,
    [brandId],
  );
  return rows.map(({ data }) => data);
}
const pass = (days: number) => {
  nowMs += days * DAY_MS;
};

test('ten points are told, from the first value on and with what they were', async () => {
  expect(await examine(answers(20, 0.5))).toEqual([]);
  pass(8);
  // 0.35 − 0.25 is less than 0.1 in floating point.
  expect(await examine(answers(40, 0.35))).toEqual([
    {
      brandId,
      platform: 'chatgpt',
      before: 0.25,
      after: 0.35,
      delta: 0.1,
      observedAt: new Date(nowMs).toISOString(),
    },
  ]);
});

test('each brand’s change goes out under the request of its run, a new beginning under none', async () => {
  const brandIds = [
    brandId,
    ...[await makeBrand(app, tenant), await makeBrand(app, tenant)].map(({ id }) => id),
  ];
  const [, , quiet = ''] = brandIds;
  const runs = brandIds.map((id, at) => ({
    ...{ brandId: id, sandbox: true, entitySetHash: 'same' },
    origin: { requestId: `request-${at}`, traceparent: null },
  }));
  const look = async (hits: number, prominence: number) => {
    const at = new Date(nowMs - 60_000);
    for (const id of brandIds.filter((one) => one !== quiet || hits === 40))
      await tellRun(app, tenant, id, { at, sandbox: true, answers: answers(hits, prominence) });
    await examinePriorities(app.deps, tenant, runs);
  };
  await look(20, 0.5);
  pass(8);
  await look(40, 0.9);
  const rows = await sql<{ brand_id: string; origin: { requestId: string } }>(
    app.databaseUrl,
    `select brand_id, origin from outbox where brand_id = any($1) and event = 'priority.changed'`,
    [brandIds],
  );
  const requestOf = new Map(rows.map(({ brand_id, origin }) => [brand_id, origin.requestId]));
  expect(brandIds.map((id) => requestOf.get(id))).toEqual(['request-0', 'request-1', undefined]);
});

test('a slow drift is told once, when it has come to ten points', async () => {
  await examine(answers(20, 0.5));
  pass(8);
  expect(await examine(answers(30, 0.4))).toEqual([]);
  pass(8);
  expect(await examine(answers(40, 0.36))).toMatchObject([{ before: 0.25, after: 0.36 }]);
  pass(8);
  expect(await examine(answers(40, 0.3601))).toHaveLength(1);
});

test('a basis point less is not, nor a share that moved while the mentions did not', async () => {
  await examine(answers(20, 0.5));
  pass(8);
  expect(await examine(answers(40, 0.3499))).toEqual([]);
  pass(8);
  expect(await examine(answers(20, 0.9))).toEqual([]);
});

test('too few answers tell nothing', async () => {
  await examine(answers(20, 0.5).slice(0, 29));
  pass(8);
  expect(await examine(answers(40, 0.9))).toEqual([]);
});

test('forty answers to one prompt are no forty answers', async () => {
  const one = promptIds.slice(0, 1);
  await examine(answers(20, 0.5));
  pass(8);
  expect(await examine(answers(40, 0.9, one))).toEqual([]);
  // Nor are they anything to compare with, once other names are tracked and the count begins anew.
  await examine(answers(20, 0.5, one), { entitySetHash: 'other' });
  pass(8);
  expect(await examine(answers(40, 0.9), { entitySetHash: 'other' })).toEqual([]);
  pass(8);
  expect(await examine(answers(20, 0.5), { entitySetHash: 'other' })).toMatchObject([
    { before: 0.9, after: 0.25 },
  ]);
});

test('what was measured with too few answers is replaced, and changes are told from there', async () => {
  expect(await examine(answers(20, 0.5).slice(0, 12))).toEqual([]);
  pass(8);
  expect(await examine(answers(20, 0.5))).toEqual([]);
  pass(8);
  expect(await examine(answers(40, 0.9))).toMatchObject([{ before: 0.25, after: 0.9 }]);
});

test('with other names tracked it begins anew, silently', async () => {
  await examine(answers(20, 0.5));
  pass(8);
  expect(await examine(answers(40, 0.9), { entitySetHash: 'other' })).toEqual([]);
  pass(8);
  expect(await examine(answers(20, 0.5), { entitySetHash: 'other' })).toMatchObject([
    { before: 0.9, after: 0.25, delta: -0.65 },
  ]);
});

test('at most once a day', async () => {
  await examine(answers(20, 0.5));
  pass(8);
  expect(await examine(answers(40, 0.9))).toHaveLength(1);
  pass(0.5);
  expect(await examine([...answers(0, 0), ...answers(0, 0), ...answers(0, 0)])).toHaveLength(1);
});

test('sandbox answers raise no event for live data', async () => {
  const live = await createTenant(app, { environment: 'live' });
  ({ id: brandId } = await makeBrand(app, live));
  await examine(answers(20, 0.5), { owner: live });
  pass(8);
  expect(await examine(answers(40, 0.9), { owner: live })).toEqual([]);
});
