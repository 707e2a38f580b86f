import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createMigratedDatabase } from '../helpers/app.js';
import { until } from '../helpers/product.js';
import type { TestDatabase } from '../helpers/run/database.js';
import { freePort } from '../helpers/run/port.js';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.js');
const TOKEN = 'a-token-of-this-test';
const START_MS = 40_000;

let database: TestDatabase;
let folder: string;
let child: ChildProcess | undefined;
beforeEach(async () => {
  database = await createMigratedDatabase();
  folder = await mkdtemp(join(tmpdir(), 'answerscope log '));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await database.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** A product whose output nobody reads until the test does. */
async function start(format: string, nodeArgs: readonly string[] = []) {
  const port = await freePort();
  const made = spawn(process.execPath, [...nodeArgs, MAIN], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: database.url,
      LOG_FORMAT: format,
      METRICS_TOKEN: TOKEN,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = made;
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => (await fetch(`${url}/readyz`)).ok;
  await until(isUp, START_MS, 'the start');
  const linesOf = (stream: NodeJS.ReadableStream): string[] => {
    const lines: string[] = [];
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
    return lines;
  };
  return {
    url,
    child: made,
    exit: once(made, 'exit') as Promise<[number | null, string | null]>,
    readLog: () => linesOf(made.stdout),
    readErrors: () => linesOf(made.stderr),
  };
}

/** More than a pipe and the process itself hold. */
async function writeMuch(url: string): Promise<void> {
  const path = `/${'x'.repeat(14_000)}`;
  for (let round = 0; round < 10; round += 1) {
    const asked = Array.from({ length: 50 }, () => fetch(url + path));
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(400);
  }
}

async function countDropped(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(/^answerscope_log_lines_dropped_total (\d+)$/m.exec(await answer.text())?.[1]);
}

test.each(['json', 'pretty'])(
  'a log (%s) that nobody reads stops nothing; what is lost is counted, and told once it is read',
  async (format) => {
    const { url, child, exit, readLog } = await start(format);
    await writeMuch(url);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    await until(async () => (await countDropped(url)) > 0, 5_000, 'lines that are lost');
    const dropped = await countDropped(url);
    expect(dropped).toBeLessThan(500);

    const lines = readLog();
    const told = await until(
      () => lines.find((line) => line.includes('log lines were dropped')),
      20_000,
      'the number of lost lines',
    );
    if (format === 'json') expect(JSON.parse(told).dropped).toBeGreaterThanOrEqual(dropped);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(lines.at(-1)).toContain('stopped');
  },
);

test('a stop does not wait for ever for whoever reads the log', async () => {
  const { url, child, exit } = await start('json');
  await writeMuch(url);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test('a reader that goes away takes nothing along', async () => {
  const { url, child, exit } = await start('json');
  child.stdout?.destroy();
  child.stderr?.destroy();
  await writeMuch(url);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await countDropped(url)).toBeGreaterThan(0);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test.each([
  ['an error that nobody catches', 'throw new Error("broken")', 60],
  ['a promise that nobody catches', 'Promise.reject(new Error("broken"))', 60],
  ['a warning', 'process.emitWarning("broken")', 40],
  ['a word for the console', 'console.error(new Error("broken"))', 40],
])('%s is a line of the log, and nothing beside it', async (_what, code, level) => {
  const hook = `process.on("SIGUSR2", () => setImmediate(() => { ${code} }))`;
  const started = await start('json', ['--import', `data:text/javascript,${hook}`]);
  const { child, exit } = started;
  const [lines, errors] = [started.readLog(), started.readErrors()];
  child.kill('SIGUSR2');
  const line = await until(() => lines.find((each) => each.includes('broken')), 10_000, 'it');
  expect(JSON.parse(line)).toMatchObject({ level });
  if (level < 60) child.kill('SIGTERM');
  expect(await exit).toEqual([level < 60 ? 0 : 1, null]);
  expect(errors).toEqual([]);
});
