import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SYSTEM } from '../../src/database/db.js';
import { newId } from '../../src/domain/accounts/id.js';
import { METRICS_TOKEN, startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { call } from '../helpers/client/http.js';
import { scrape } from '../helpers/client/metrics.js';
import { answer, createReceiver, type Receiver } from '../helpers/outside/receiver.js';
import { untilEnded } from '../helpers/records/probe.js';
import { until } from '../helpers/run/until.js';
import { makeEndpoint, tell } from '../webhooks/fixture.js';

let app: TestApp;
let account: TestAccount;
let receiver: Receiver;
let tenant: { accountId: string; environment: 'test' };

beforeAll(async () => {
  receiver = await createReceiver(answer.status(500));
  app = await startApp({
    WEBHOOK_ALLOW_HOSTS: receiver.place,
    WEBHOOK_RETRY_DELAYS: '1h',
  });
  account = await app.createAccount({ tier: 'free' });
  tenant = { accountId: account.accountId, environment: 'test' };
});
afterAll(async () => {
  await app.dispose();
  await receiver.dispose();
});

/** The value of one series; null while it is not there. */
async function read(name: string, labels: Record<string, string> = {}): Promise<number | null> {
  const text = await scrape(app);
  const line = text
    .split('\n')
    .find(
      (each) =>
        each.startsWith(`answerscope_${name}`) &&
        /[{ ]/.test(each[`answerscope_${name}`.length] ?? '') &&
        Object.entries(labels).every(([label, value]) => each.includes(`${label}="${value}"`)),
    );
  return line === undefined ? null : Number(line.split(' ').at(-1));
}

test('they are shown to whoever has the token, and to nobody else', async () => {
  const get = (authorization?: string) =>
    call(
      app.url,
      'GET',
      '/metrics',
      authorization === undefined ? {} : { headers: { authorization } },
    );
  for (const shown of [undefined, '', 'Bearer', `Bearer ${METRICS_TOKEN}x`, METRICS_TOKEN])
    expect([shown, (await get(shown)).status]).toEqual([shown, 401]);
  for (const shown of [`Bearer ${METRICS_TOKEN.slice(1)}`, `Bearer ${account.key}`]) {
    const refused = await get(shown);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect(refused.text).not.toContain('answerscope_');
  }
  const shown = await get(`bearer ${METRICS_TOKEN}`);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
});

test('without a token nothing is there', async () => {
  const closed = await startApp({ ROLE: 'web', METRICS_TOKEN: '' });
  const bodyOf = async (path: string, key: string) =>
    (await call(closed.url, 'GET', path, { key })).text.replace(/"requestId":"[^"]+"/, '');
  for (const key of ['undefined', '', METRICS_TOKEN])
    expect(await bodyOf('/metrics', key)).toBe(await bodyOf('/nowhere', key));
  expect((await call(closed.url, 'GET', '/metrics')).status).toBe(404);
  await closed.dispose();
});

test('however many ask at once, they share what is collected', async () => {
  const texts = await Promise.all(
    Array.from({ length: 50 }, () => call(app.url, 'GET', '/metrics', { key: METRICS_TOKEN })),
  );
  // A busy machine may not answer all of them before it is time for another collection.
  expect(new Set(texts.map(({ text }) => text)).size).toBeLessThan(5);
});

test('requests count by route, and no id is a label', async () => {
  const { key } = account;
  const labels = { method: 'GET', path: '/api/v1/brands/:id', status: '404' };
  const read404 = async () => (await read('http_request_seconds_count', labels)) ?? 0;
  const before = await read404();
  for (let times = 0; times < 3; times += 1) {
    const id = `01a1fbd8-444d-72fd-9f41-83d6c347807${times}`;
    await call(app.url, 'GET', `/api/v1/brands/${id}`, { key });
  }
  expect(await read404()).toBe(before + 3);
  expect(await scrape(app)).not.toContain('01a1fbd8');
});

test('GraphQL operations count by name: those of REST, and so many of callers’', async () => {
  const operation = (name: string, who: { key?: string } = account) =>
    ask(app, `query ${name} { health { status } }`, who);
  await operation('Mine');
  await operation('Mine');
  await operation('OfAStranger', {});
  await ask(app, 'query Broken { brand(id: "no-id") { id } }', account);
  await ask(app, '{ health { status } }', account);
  const count = (name: string, outcome = 'ok', type = 'query') =>
    read('graphql_operation_seconds_count', { name, outcome, type });
  expect(await count('Mine')).toBe(2);
  expect(await count('OfAStranger')).toBeNull();
  expect(await count('Broken', 'NOT_FOUND')).toBe(1);
  expect(await count('unnamed')).toBe(1);
  const ofRest = () => count('Brand', 'NOT_FOUND');
  const before = (await ofRest()) ?? 0;
  await call(app.url, 'GET', `/api/v1/brands/${newId()}`, { key: account.key });
  expect(await ofRest()).toBe(before + 1);
  for (let index = 0; index < 120; index += 1) await operation(`Made${index}`);
  const text = await scrape(app);
  const names = new Set(
    [...text.matchAll(/operation_seconds_count\{.*name="(\w+)"/g)].map(([, n]) => n),
  );
  expect(names.size).toBeLessThanOrEqual(102);
  expect(await count('other')).toBeGreaterThan(20);
});

test('places under a limit count by their allowance, those that were refused too', async () => {
  const body = { brand_name: 'Acme', industry: 'CRM' };
  const statuses: number[] = [];
  for (let asked = 0; asked < 7; asked += 1)
    statuses.push((await call(app.url, 'POST', '/api/check/run', { body })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  const count = (outcome: string) => read('limit_draws_total', { allowance: 'scan', outcome });
  expect(await count('allowed')).toBe(5);
  expect(await count('refused')).toBe(2);
});

test('jobs count by their end, with how many wait and for how long', async () => {
  const other = await app.createAccount();
  const { key } = other;
  const body = { name: 'Acme', category: 'CRM' };
  const made = await call(app.url, 'POST', '/api/v1/brands', { key, body });
  const brandId = made.json<{ brand: { id: string } }>().brand.id;
  const started = await call(app.url, 'POST', '/api/v1/probes', { key, body: { brandId } });
  const id = started.json<{ runId: string }>().runId;
  await untilEnded(app, { accountId: other.accountId, environment: 'test' }, { id });
  const ended = { job: 'probe-run', outcome: 'done' };
  await until(async () => (await read('jobs_ended_total', ended)) === 1, 20_000);
  expect(await read('job_seconds_count', { job: 'probe-run' })).toBe(1);
  expect(await read('jobs', { job: 'daily', state: 'waiting' })).toBe(0);
  expect(await read('job_oldest_waiting_seconds', { job: 'probe-run' })).toBeGreaterThanOrEqual(0);
  expect(await read('engine_calls_total', { outcome: 'answered' })).toBeGreaterThan(0);
});

test('deliveries count by what became of them, with those that wait', async () => {
  await makeEndpoint(app, tenant, receiver.url);
  await tell(app, tenant, 'citation.discovered', { count: 3 });
  const count = async (outcome: string) => await read('webhook_attempts_total', { outcome });
  await until(async () => (await count('pending')) === 3, 20_000);
  expect(await read('webhook_attempt_seconds_count')).toBe(3);
  expect(await read('webhook_exhausted_total')).toBe(0);
  // The next attempt is an hour away.
  await until(async () => (await read('webhook_endpoints_due')) === 0, 20_000);
  await until(async () => (await read('webhook_oldest_due_seconds')) === 0, 20_000);
  await until(async () => (await read('webhook_facts_pending')) === 0, 20_000);
});

test('what nobody works off is seen to wait', async () => {
  const idle = await startApp({ ROLE: 'web' });
  const { key } = await idle.createAccount();
  const body = { name: 'Acme', category: 'CRM' };
  const made = await call(idle.url, 'POST', '/api/v1/brands', { key, body });
  const brandId = made.json<{ brand: { id: string } }>().brand.id;
  for (let times = 0; times < 2; times += 1)
    await call(idle.url, 'POST', '/api/v1/probes', { key, body: { brandId } });
  const read = async (name: string) => {
    const text = await scrape(idle);
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1),
    );
  };
  const waiting = 'answerscope_jobs{job="probe-run",state="waiting"}';
  await until(async () => (await read(waiting)) === 2, 20_000);
  const oldest = 'answerscope_job_oldest_waiting_seconds{job="probe-run"}';
  await until(async () => (await read(oldest)) > 0, 20_000);
  await idle.dispose();
});

test('the database’s pool and statements are told', async () => {
  expect(await read('database_statement_seconds_count', { outcome: 'ok' })).toBeGreaterThan(20);
  const states = ['in_use', 'idle', 'waiting'].map((state) =>
    read('database_connections', { state }),
  );
  for (const value of await Promise.all(states)) expect(value).toBeGreaterThanOrEqual(0);
  const failed = (await read('database_statement_seconds_count', { outcome: 'failed' })) ?? 0;
  await app.deps.db.query(SYSTEM, { name: 'broken', text: 'select 1 / 0' }).catch(() => {});
  expect(await read('database_statement_seconds_count', { outcome: 'failed' })).toBe(failed + 1);
});
