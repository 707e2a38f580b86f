import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp } from '../helpers/app.js';
import { sql } from '../helpers/run/sql.js';
import { createOperator, type Operator } from './operator.js';

let operator: Operator;
beforeAll(async () => {
  operator = await createOperator();
});
afterAll(() => operator.dispose());

test('doctor says how each part is and what to do', async () => {
  const { code, stdout, stderr } = await operator.run('doctor');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^ok {4}settings {4}all valid\nok {4}database {4}PostgreSQL 1\d/);
  expect(stdout).toMatch(/\nok {4}login {7}can read and write rows, owns no objects/);
  expect(stdout).toMatch(/\nwarn {2}worker {6}never seen: runs stay queued until/);
  expect(stdout).toMatch(/\nwarn {2}engines {5}the sandbox answers for all platforms: set/);
});

test('it sees a worker, and what fails makes it fail', async () => {
  const operator = await createOperator();
  const app = await startApp({ ROLE: 'worker' }, { databaseUrl: operator.databaseUrl });
  const seen = `select 1 from pgboss.queue where monitor_on is not null`;
  while ((await sql(operator.databaseUrl, seen)).length === 0) await sleep(100);
  const { code, stdout } = await operator.run('doctor --json', { env: { SANDBOX: 'off' } });
  await app.dispose();
  expect(code).toBe(1);
  const { findings } = JSON.parse(stdout);
  expect(findings).toContainEqual(expect.objectContaining({ name: 'worker', state: 'ok' }));
  expect(findings).toContainEqual(expect.objectContaining({ name: 'engines', state: 'fail' }));
  // A key that is wrong shows when the engine is asked, which costs money: it says so.
  const real = await operator.run('doctor', { env: { GROK_API_KEY: 'wrong' } });
  expect(real.stdout).toMatch(/\nok +engines +set up: grok: .* engines test$/m);
  expect(real.stdout).toMatch(/\nok +prices +of \d{4}-\d\d-\d\d\n/);
  const newer = { GROK_API_KEY: 'wrong', GROK_MODEL: 'grok-9' };
  expect((await operator.run('doctor', { env: newer })).stdout).toMatch(
    /\nwarn +prices +of \S+, without prices for grok-9 \(grok\): they are used/,
  );
  await operator.dispose();
});

test('it tells how much of the day’s engine budget is used', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const spend = (calls: number) =>
    sql(
      operator.databaseUrl,
      `insert into auth.engine_spend (day, calls, micros) values ($1, $2, 1250000)
       on conflict (day) do update set calls = excluded.calls`,
      [day, calls],
    );
  const env = { DAILY_ENGINE_CALLS: '10' };
  const states = [];
  for (const calls of [7, 8, 10]) {
    await spend(calls);
    const { code, stdout } = await operator.run('doctor', { env });
    const [, state, says] = /\n(\w+) +budget +(.*)/.exec(stdout) ?? [];
    expect(says).toContain(`${calls} of 10 live engine calls and 1.25 of 50.00 US dollars`);
    states.push([state, code]);
  }
  expect(states).toEqual([
    ['ok', 0],
    ['warn', 0],
    ['fail', 1],
  ]);
});

test('a database out of reach and wrong settings are findings, too', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const away = await operator.run('doctor', { env });
  expect(away).toMatchObject({ code: 1, stderr: '' });
  expect(away.stdout).toMatch(
    /\nfail {2}database {2}The database cannot be reached: .*127\.0\.0\.1:1; check DATABASE_URL, or .*\n$/,
  );
  const wrong = await operator.run('doctor', { env: { PORT: 'x', SIGNUP: 'maybe' } });
  expect(wrong).toMatchObject({ code: 1, stderr: '' });
  expect(wrong.stdout).toMatch(/^fail {2}settings {2}PORT: .*; SIGNUP: .*: fix them/);
});
