import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase } from '../helpers/app.js';
import { until } from '../helpers/product.js';
import type { TestDatabase } from '../helpers/run/database.js';
import { freePort } from '../helpers/run/port.js';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.js');
const TOKEN = 'a-token-of-this-test';
const LIMIT_MS = 60_000;

let database: TestDatabase;
let folder: string;
let child: ChildProcess | undefined;
beforeAll(async () => {
  database = await createMigratedDatabase();
  folder = await mkdtemp(join(tmpdir(), 'answerscope log '));
});
afterEach(() => void child?.kill('SIGKILL'));
afterAll(async () => {
  await database.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** A product whose output nobody reads until the test does. */
async function start(nodeArgs: readonly string[] = []) {
  const port = await freePort();
  const made = spawn(process.execPath, [...nodeArgs, MAIN], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: database.url,
      METRICS_TOKEN: TOKEN,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = made;
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => (await fetch(`${url}/readyz`)).ok;
  await until(isUp, LIMIT_MS, 'the start');
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

test('a log that nobody reads stops nothing; what is lost is counted, and told once it is read', async () => {
  const { url, child, exit, readLog } = await start();
  await writeMuch(url);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  await until(async () => (await countDropped(url)) > 0, LIMIT_MS, 'lines that are lost');
  const dropped = await countDropped(url);
  expect(dropped).toBeLessThan(500);

  const lines = readLog();
  const isTold = () => lines.find((line) => line.includes('log lines were dropped'));
  const told = await until(isTold, LIMIT_MS, 'the number of lost lines');
  expect(JSON.parse(told).dropped).toBeGreaterThanOrEqual(dropped);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(lines.at(-1)).toContain('stopped');
});

test('a stop does not wait for ever for whoever reads the log', async () => {
  const { url, child, exit } = await start();
  await writeMuch(url);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test('a reader that goes away takes nothing along', async () => {
  const { url, child, exit } = await start();
  child.stdout?.destroy();
  child.stderr?.destroy();
  await writeMuch(url);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await countDropped(url)).toBeGreaterThan(0);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

/** A product that runs `code` when it is sent SIGUSR2. */
async function provoke(code: string) {
  const hook = `process.on("SIGUSR2", () => setImmediate(() => { ${code} }))`;
  const started = await start(['--import', `data:text/javascript,${hook}`]);
  const [lines, errors] = [started.readLog(), started.readErrors()];
  started.child.kill('SIGUSR2');
  const find = (words: string) =>
    until(() => lines.find((line) => line.includes(words)), LIMIT_MS, words);
  return { ...started, errors, find };
}

test('a warning and a word for the console are lines of the log, and nothing beside it', async () => {
  const code = 'process.emitWarning("warned"); console.error(new Error("broken"))';
  const { child, exit, errors, find } = await provoke(code);
  for (const words of ['warned', 'broken'])
    expect(JSON.parse(await find(words))).toMatchObject({ level: 40 });
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(errors).toEqual([]);
});

test.each([
  ['an error', 'throw new Error("broken")'],
  ['a promise', 'Promise.reject(new Error("broken"))'],
])('%s that nobody catches is a line of the log, and the end', async (_what, code) => {
  const { exit, errors, find } = await provoke(code);
  expect(JSON.parse(await find('broken'))).toMatchObject({ level: 60 });
  expect(await exit).toEqual([1, null]);
  expect(errors).toEqual([]);
});
