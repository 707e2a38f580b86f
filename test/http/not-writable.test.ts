import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createMigratedDatabase,
  startApp,
  type TestAccount,
  type TestApp,
} from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { call } from '../helpers/client/http.js';
import { createClock } from '../helpers/run/clock.js';
import type { TestDatabase } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';

const RECOVERY_MS = 20_000;
const HEALTH_KEPT_MS = 30_000;

const clock = createClock();
let database: TestDatabase;
let app: TestApp;
let account: TestAccount;

beforeAll(async () => {
  database = await createMigratedDatabase();
  app = await startApp({}, { databaseUrl: database.url, now: clock.now });
  account = await app.createAccount();
});
afterAll(async () => {
  await app.dispose();
  await database.dispose();
});
beforeEach(() => until(isWell, RECOVERY_MS));

/** As a superuser whom no read-only default stops. */
const asOperator = (text: string) => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c default_transaction_read_only=off');
  return sql(url.href, text);
};
const change = (what: string) =>
  asOperator(`do $$ begin execute format('alter database %I ${what}', current_database()); end $$`);
/** Sessions have what was set when they began. */
const endSessions = () =>
  asOperator(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

const get = (path: string) => call(app.url, 'GET', path, { key: account.key });
const body = { name: 'Acme', category: 'CRM' };
const create = () => call(app.url, 'POST', '/api/v1/brands', { key: account.key, body });

async function isWell(): Promise<boolean> {
  clock.move(HEALTH_KEPT_MS);
  const answers = await Promise.all([get('/readyz'), get('/api/health'), create()]);
  return answers.every(({ status }) => status < 300);
}

/** Readiness and health, as whoever keeps the process running sees them. */
async function expectUnwell(): Promise<void> {
  clock.move(HEALTH_KEPT_MS);
  expect((await get('/livez')).status).toBe(200);
  // A proof that there is room stands for a second.
  await until(async () => (await get('/readyz')).status === 503, RECOVERY_MS);
  clock.move(HEALTH_KEPT_MS);
  const health = await get('/api/health');
  expect(health.status).toBe(503);
  expect(Number(health.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(health.json()).toMatchObject({ status: 'down', checks: { db: { ok: false } } });
}

async function expectRefusedWrites(): Promise<void> {
  const made = await create();
  expect(made).toMatchObject({ status: 503 });
  expect(made.headers.get('retry-after')).toBe('5');
  expect(made.json()).toMatchObject({ error: { code: 'DEGRADED' } });
  const input = '{ name: "Acme", category: "CRM" }';
  const { errors } = await ask(
    app,
    `mutation { createBrand(input: ${input}) { brand { id } } }`,
    account,
  );
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['DEGRADED']);
}

describe('a database that takes no changes', () => {
  test('is told by readiness and health; reads go on, and all is well without a restart', async () => {
    await change('set default_transaction_read_only = on');
    await endSessions();
    await until(async () => (await get('/api/v1/brands')).status === 200, RECOVERY_MS);
    await expectUnwell();
    await expectRefusedWrites();
    const signIn = await call(app.url, 'POST', '/api/auth/sign-in/email', {
      body: { email: account.email, password: account.password },
    });
    expect(signIn).toMatchObject({ status: 503 });
    // The sessions that are open stay as they began: they are left for new ones.
    await change('reset default_transaction_read_only');
    await until(isWell, RECOVERY_MS);
  });
});

describe('a full disk', () => {
  test('is told by readiness and health before anything was written in vain, and all is well again', async () => {
    // The server has room for nothing but what it keeps in memory.
    await change('set temp_file_limit = 0');
    await endSessions();
    await until(async () => (await get('/api/v1/brands')).status === 200, RECOVERY_MS);
    await expectUnwell();
    await change('reset temp_file_limit');
    await endSessions();
    await until(isWell, RECOVERY_MS);
  });

  test.each(['53100', '58030'])(
    'found by a change (%s) is 503, and nothing stays',
    async (state) => {
      const count = async () => (await asOperator('select 1 from brand')).length;
      const before = await count();
      await asOperator(`create function is_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '${state}'; end $$`);
      await asOperator(
        'create trigger is_full after insert on brand for each row execute function is_full()',
      );
      await expectRefusedWrites();
      expect(await count()).toBe(before);
      await asOperator('drop function is_full cascade');
      expect(await create()).toMatchObject({ status: 201 });
    },
  );
});
