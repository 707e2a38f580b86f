import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { createFixture, eventually, findWatchers, pidOf, query } from './fixture.js';

const fixture = createFixture();
afterEach(fixture.rest);
afterAll(fixture.dispose);

/** Made by the first test that needs it, and handed from test to test as it is. */
let common: Promise<string> | undefined;
const used = (): Promise<string> => (common ??= fixture.folder());

test('processes that all come first share one server, and the last one stops it', async () => {
  const dataDir = await used();
  const holders = await Promise.all([1, 2, 3, 4].map(() => fixture.hold(dataDir)));
  expect(new Set(holders.map(({ url }) => url)).size).toBe(1);
  const pid = await pidOf(dataDir);
  const [last, ...others] = holders as [(typeof holders)[0], ...typeof holders];
  for (const holder of others) await holder.stop();
  expect(await pidOf(dataDir)).toBe(pid);
  expect(await query(last.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await last.stop();
  expect(await pidOf(dataDir)).toBe(0);
});

test('processes that all leave at once stop it too', async () => {
  const dataDir = await used();
  const holders = await Promise.all([1, 2, 3].map(() => fixture.hold(dataDir)));
  await Promise.all(holders.map((holder) => holder.stop()));
  await eventually(async () => (await pidOf(dataDir)) === 0, 30_000);
  await eventually(async () => (await findWatchers(dataDir)).length === 0, 30_000);
});

test('two users in one process count as two', async () => {
  const dataDir = await used();
  const first = await fixture.start(dataDir);
  const second = await fixture.start(dataDir);
  await first.dispose();
  expect(await query(second.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('the process that started the server is killed, and the other does not notice', async () => {
  const dataDir = await used();
  const starter = await fixture.hold(dataDir);
  const { connectionString } = await fixture.start(dataDir);
  const pid = await pidOf(dataDir);
  await starter.kill();
  for (let i = 0; i < 10; i++) {
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await pidOf(dataDir)).toBe(pid);
});

test('all processes are killed, and the server stops by itself', async () => {
  const dataDir = await used();
  const holders = await Promise.all([1, 2].map(() => fixture.hold(dataDir)));
  await Promise.all(holders.map((holder) => holder.kill()));
  await eventually(async () => (await pidOf(dataDir)) === 0, 30_000);
  await eventually(async () => (await findWatchers(dataDir)).length === 0, 30_000);
});

test('one comes while the last one leaves, over and over', async () => {
  const dataDir = await used();
  let leaving = await fixture.start(dataDir);
  for (let i = 0; i < 10; i++) {
    const [next] = await Promise.all([fixture.start(dataDir), leaving.dispose()]);
    await eventually(() => query(next.connectionString, 'SELECT 1'), 30_000);
    leaving = next;
  }
});

test('a copy of a folder whose server runs gets a server of its own', async () => {
  const other = await fixture.folder();
  await (await fixture.start(await used())).dispose();
  await promisify(execFile)('cp', ['-a', await used(), other]);
  const first = await fixture.start(await used());
  await query(first.connectionString, 'CREATE TABLE mine ()');
  const second = await fixture.start(other);
  expect(second.connectionString).not.toBe(first.connectionString);
  expect(await query(second.connectionString, `SELECT to_regclass('mine') AS mine`)).toEqual([
    { mine: null },
  ]);
});
