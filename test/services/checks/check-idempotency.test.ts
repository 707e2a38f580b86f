import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ANONYMOUS } from '../../../src/services/checks/check-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { query, scan } from '../../helpers/records/check.js';
import { createScript, createTenant, type Tenant } from '../../helpers/records/probe.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
const clock = createClock();
const script = createScript({ latencyMs: 300 });
beforeAll(async () => {
  clock.moveToNoon();
  app = await startApp({ ROLE: 'web' }, { now: clock.now, sandbox: script.sandbox });
});
beforeEach(async () => {
  for (const platform of Object.keys(script.failing)) delete script.failing[platform];
  tenant = await createTenant(app);
});
afterAll(() => app.dispose());

const KEY = { idempotencyKey: 'k1' };
const ONE = { platforms: ['chatgpt'] };

test('the same key and body are the same record, and nobody is asked again', async () => {
  const first = await query(app, tenant, ONE, KEY);
  const asked = script.asked.length;
  expect(await query(app, tenant, ONE, KEY)).toEqual(first);
  // What is trimmed or merged away makes no other body.
  const same = { brand: ' Zephyrine', platforms: ['chatgpt', 'chatgpt'] };
  expect(await query(app, tenant, same, KEY)).toEqual(first);
  expect(script.asked).toHaveLength(asked);
  // The quota moves on in between; the answer is the one that was given.
  const scanned = await scan(app, tenant, {}, { ...KEY, rateLimitRemaining: 9 });
  expect(await scan(app, tenant, {}, { ...KEY, rateLimitRemaining: 8 })).toEqual(scanned);
});

test('another body under the same key is 422', async () => {
  await query(app, tenant, ONE, KEY);
  await expect(query(app, tenant, { ...ONE, brand: 'Globex' }, KEY)).rejects.toMatchObject({
    code: 'IDEMPOTENCY_REUSED',
  });
});

test('while the first is being asked a second is 409', async () => {
  let second: Promise<unknown> = Promise.resolve();
  const isAsked = new Promise<void>((resolve) => {
    script.onAsk = () => {
      script.onAsk = () => {};
      second = expect(query(app, tenant, ONE, KEY)).rejects.toMatchObject({ code: 'CONFLICT' });
      resolve();
    };
  });
  const { id } = await query(app, tenant, ONE, KEY);
  await isAsked;
  await second;
  expect((await query(app, tenant, ONE, KEY)).id).toBe(id);
});

test('of many at once one asks; the others get it or 409', async () => {
  const asked = script.asked.length;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => query(app, tenant, ONE, KEY)),
  );
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.code] : [],
  );
  expect(new Set(refused)).toEqual(new Set(['CONFLICT']));
  expect(refused).toHaveLength(5);
  expect(script.asked).toHaveLength(asked + 4);
});

test('one that failed frees its key, for another body too', async () => {
  script.failing.chatgpt = 'TIMEOUT';
  await expect(query(app, tenant, ONE, KEY)).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
  delete script.failing.chatgpt;
  const again = await query(app, tenant, { ...ONE, brand: 'Globex' }, KEY);
  expect(again).toMatchObject({ status: 'completed', brandName: 'Globex' });
  expect(await query(app, tenant, { ...ONE, brand: 'Globex' }, KEY)).toEqual(again);
});

test('one that a dead process left frees its key after a minute', async () => {
  const lost = await query(app, tenant, ONE, KEY);
  await sql(app.databaseUrl, `update check_run set status = 'running' where id = $1`, [lost.id]);
  await expect(query(app, tenant, ONE, KEY)).rejects.toMatchObject({ code: 'CONFLICT' });
  clock.move(60_001);
  const again = await query(app, tenant, ONE, KEY);
  expect(again.status).toBe('completed');
  expect(again.id).not.toBe(lost.id);
});

test('after 24 hours a key is forgotten', async () => {
  const first = await query(app, tenant, ONE, KEY);
  clock.move(24 * 3_600_000);
  expect((await query(app, tenant, ONE, KEY)).id).not.toBe(first.id);
});

test('without an account a key is not looked at', async () => {
  const first = await query(app, ANONYMOUS, ONE, KEY);
  expect((await query(app, ANONYMOUS, ONE, KEY)).id).not.toBe(first.id);
  expect((await query(app, ANONYMOUS, ONE, { idempotencyKey: 'a b' })).status).toBe('completed');
});
