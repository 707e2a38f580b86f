import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../helpers/app.js';
import { createScript } from '../helpers/records/probe.js';
import { sql } from '../helpers/run/sql.js';
import { createOperator, errorOf, type Operator } from './operator.js';

/** What an operator measures and asks from a shell, first with no server beside it and then with one. */

const OF_ADA = '--email ada@example.com --environment test';
const script = createScript();
let operator: Operator;
const serve = (): Promise<TestApp> =>
  startApp({}, { databaseUrl: operator.databaseUrl, sandbox: script.sandbox });

beforeAll(async () => {
  operator = await createOperator();
  await operator.ask(
    'account create --email ada@example.com --password correct-horse --tier growth',
  );
  await operator.ask(`brand add ${OF_ADA} --name Acme --category CRM`);
});
afterAll(() => operator.dispose());

test('a brand is added and listed', async () => {
  await operator.ask('account create --email bea@example.com --password correct-horse');
  const of = '--email bea@example.com --environment test';
  expect(await operator.run(`brand list ${of}`)).toMatchObject({ stdout: 'No brands.\n' });
  const made = await operator.ask(
    `brand add ${of} --name Globex --category CRM --website https://globex.com`,
  );
  expect(made).toMatchObject({ name: 'Globex', website: 'https://globex.com' });
  const { brands } = await operator.ask(`brand list ${of}`);
  expect(brands).toMatchObject([{ id: made.id, name: 'Globex', category: 'CRM' }]);
  const wrong = await operator.run(`brand add ${of} --name B --category C --website nope`);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: --website /) });
});

test('platforms and brands that are not there are mistakes', async () => {
  const unknown = await operator.run(`probe run ${OF_ADA} --brand Nobody --json`);
  expect(errorOf(unknown)).toEqual({
    code: 'BAD_INPUT',
    message: '--brand Nobody does not exist in test data',
  });
  const bad = await operator.run(`probe run ${OF_ADA} --brand acme --platforms bing --json`);
  expect(errorOf(bad).message).toMatch(/^--platforms has "bing"; valid are chatgpt, /);
});

test('a brand is found without saying whose it is, unless several have the name', async () => {
  const queued = await operator.ask('probe run --brand acme --environment test --platforms grok');
  expect(queued).toMatchObject({ status: 'queued' });
  await sql(operator.databaseUrl, 'delete from probe_run');
  expect(errorOf(await operator.run('probe run --brand acme --json')).message).toBe(
    '--brand acme does not exist in live data',
  );
  await operator.ask('account create --email eve@example.com --password correct-horse');
  const other = await operator.ask(
    'brand add --email eve@example.com --environment test --name ACME --category CRM',
  );
  const { message } = errorOf(
    await operator.run('probe run --brand acme --environment test --json'),
  );
  expect(message).toMatch(
    /^--brand acme matches several brands; give one of these ids: \S+ \(account \S+\), \S+ \(acc/,
  );
  expect(message).toContain(other.id);
  const bare = await operator.run(`probe watch ${queued.runId} --json`);
  expect(errorOf(bare).message).toMatch(/^--email or --account is required/);
});

test('a schedule is added, listed, paused, resumed and removed', async () => {
  const of = `${OF_ADA} --brand acme`;
  const made = await operator.ask(
    `schedule add ${of} --cron @daily --time-zone Asia/Tokyo --platforms grok --daily-ceiling-calls 12`,
  );
  expect(made).toMatchObject({ cron: '@daily', timeZone: 'Asia/Tokyo', platforms: ['grok'] });
  expect(made.nextRuns).toHaveLength(5);
  expect(made.nextRuns[0]).toMatch(/T15:00:00.000Z$/);
  const wrong = await operator.run(
    `schedule add ${of} --cron @daily --daily-ceiling-calls 11 --json`,
  );
  expect(errorOf(wrong).message).toMatch(/^--daily-ceiling-calls must hold one run/);
  const at = `${OF_ADA} ${made.id}`;
  expect(await operator.ask(`schedule pause ${at}`)).toMatchObject({
    isPaused: true,
    nextRuns: [],
  });
  const { schedules } = await operator.ask(`schedule list ${of}`);
  expect(schedules).toMatchObject([{ id: made.id, isPaused: true, nextRunAt: null, last: null }]);
  expect(await operator.ask(`schedule resume ${at}`)).toMatchObject({ isPaused: false });
  expect(await operator.ask(`schedule remove ${at}`)).toEqual({ id: made.id });
}, 180_000);

test('the schema is printed without a database', async () => {
  const { code, stdout } = await operator.run('schema print', {
    env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
  });
  expect(code).toBe(0);
  expect(stdout).toContain('type Query {');
});

test('without a worker a watcher is told so, and ^C leaves the run to the next server', async () => {
  const ended = await operator.spawn(`probe run ${OF_ADA} --brand ACME --platforms grok --watch`, {
    meet: async (child) => {
      let said = '';
      await new Promise<void>((resolve) => {
        child.stderr?.on('data', (text) => {
          said += text;
          if (said.includes('No worker has taken the run')) resolve();
        });
      });
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  });
  expect(ended).toMatchObject({ code: null, signal: 'SIGINT', stdout: '' });
  expect(ended.stderr).toMatch(/^queued 0\/12 \(0 %\), about \d+ s left\nNo worker has taken/);
  const [, id = ''] = /The run continues\. .*\n {2}npm run .* (\S+)\n$/.exec(ended.stderr) ?? [];
  const status = 'select status from probe_run where id = $1';
  expect(await sql(operator.databaseUrl, status, [id])).toEqual([{ status: 'queued' }]);
  const app = await serve();
  try {
    const { code, stdout } = await operator.run(`probe watch ${OF_ADA} ${id}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^run +\S+\nstatus +completed \(sandbox\)\nanswers +12 of 12\n$/);
  } finally {
    await app.dispose();
  }
});

describe('beside a server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await serve();
  });
  afterAll(() => app.dispose());

  test('a run is followed to its end', async () => {
    const run = await operator.run(`probe run ${OF_ADA} --brand Acme --samples 2 --watch`);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('144 of 144') });
    expect(run.stderr).toMatch(/completed 144\/144 \(100 %\)\n$/);
  });

  test('a run that fails ends the command with 1 and its errors by code', async () => {
    script.failing.claude = 'UNAUTHORIZED';
    try {
      const command = `probe run ${OF_ADA} --brand Acme --platforms claude --watch`;
      const plain = await operator.run(command);
      expect(plain).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/claude +12 UNAUTHORIZED/),
      });
      const json = await operator.run(`${command} --json`);
      expect(json).toMatchObject({ code: 1, stderr: '' });
      expect(JSON.parse(json.stdout)).toMatchObject({ status: 'failed', failed: 12 });
    } finally {
      delete script.failing.claude;
    }
  });

  test('engines are listed, and tried with a question', async () => {
    const { platforms } = await operator.ask('engines list');
    expect(platforms[0]).toMatchObject({
      platform: 'chatgpt',
      status: 'configured',
      sandbox: true,
    });
    const { engines } = await operator.ask('engines test');
    expect(engines).toHaveLength(6);
    expect(engines[0]).toMatchObject({ platform: 'chatgpt', ok: true, code: null });
    const env = { GROK_API_KEY: 'wrong', GROK_API: 'openai', GROK_BASE_URL: `${app.url}/none` };
    const real = await operator.run('engines test', { env });
    expect(real).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^grok {2}[A-Z]+ {2}\d+ ms/),
    });
    const other = await operator.run('engines test bing --json');
    expect(errorOf(other).message).toMatch(/^bing is not configured; configured: chatgpt, /);
  });
});
