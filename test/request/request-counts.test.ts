import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Db } from '../../src/database/db.js';
import { newId } from '../../src/domain/accounts/id.js';
import { createRequestCounts } from '../../src/request/request-counts.js';
import { quiet, startApp, type TestApp } from '../helpers/app.js';
import { createTenant, type Tenant } from '../helpers/records/probe.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  tenant = await createTenant(app);
});
afterAll(() => app.dispose());

const PATH = 'GET /api/v1/brands';
const total = async (keyId: string) =>
  (
    await sql<{ sum: number }>(
      app.databaseUrl,
      'select coalesce(sum(requests), 0)::int as sum from request_count where key_id = $1',
      [keyId],
    )
  )[0]?.sum;
const create = (db: Db = app.deps.db, flushMs = 3_600_000) =>
  createRequestCounts({ db, log: quiet, now: () => new Date(), flushMs });

test('counts are added after a while by themselves, and at the end', async () => {
  const keyId = newId();
  const counts = create(app.deps.db, 50);
  counts.count({ ...tenant, keyId }, PATH, false);
  await until(async () => (await total(keyId)) === 1, 20_000);
  await counts.dispose();
  const late = create();
  late.count({ ...tenant, keyId }, PATH, true);
  late.count({ ...tenant, keyId }, PATH, false);
  expect(await total(keyId)).toBe(1);
  await late.dispose();
  expect(await total(keyId)).toBe(3);
});

test('of many processes that add at once none loses a count', async () => {
  const keys = [newId(), newId(), newId()];
  const processes = Array.from({ length: 6 }, () => create());
  for (const [at, counts] of processes.entries())
    for (let left = 40; left > 0; left -= 1)
      for (const keyId of at % 2 === 0 ? keys : keys.toReversed())
        counts.count({ ...tenant, keyId }, `${PATH} ${left % 7}`, false);
  await Promise.all(processes.map((counts) => counts.dispose()));
  for (const keyId of keys) expect(await total(keyId)).toBe(6 * 40);
});

test('what could not be stored is stored the next time, once', async () => {
  const keyId = newId();
  let isDown = true;
  const db: Db = {
    ...app.deps.db,
    command: (...asked) =>
      isDown ? Promise.reject(new Error('gone')) : app.deps.db.command(...asked),
  };
  const counts = create(db);
  counts.count({ ...tenant, keyId }, PATH, false);
  await expect(counts.flush(tenant)).rejects.toThrow('gone');
  counts.count({ ...tenant, keyId }, PATH, false);
  isDown = false;
  await counts.dispose();
  expect(await total(keyId)).toBe(2);
});

test('counts of an account that is gone hold up nobody', async () => {
  const [gone, keyId] = [newId(), newId()];
  const counts = create();
  counts.count({ accountId: gone, environment: 'test', keyId }, PATH, false);
  counts.count({ ...tenant, keyId }, PATH, false);
  await expect(counts.flush({ accountId: gone, environment: 'test' })).rejects.toThrow();
  await counts.dispose();
  expect(await total(keyId)).toBe(1);
});

test('a flush waits for a batch that another one sent', async () => {
  const keyId = newId();
  const open = Promise.withResolvers<void>();
  const db: Db = {
    ...app.deps.db,
    command: async (...asked) => {
      await open.promise;
      return await app.deps.db.command(...asked);
    },
  };
  const counts = create(db);
  counts.count({ ...tenant, keyId }, PATH, false);
  const first = counts.flush(tenant);
  counts.count({ ...tenant, keyId }, PATH, false);
  const reads = [1, 2].map(() => counts.flush(tenant).then(() => total(keyId)));
  open.resolve();
  expect(await Promise.all(reads)).toEqual([2, 2]);
  await first;
  await counts.dispose();
});
