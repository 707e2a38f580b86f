import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import {
  createFixture,
  dataOf,
  eventually,
  findWatchers,
  killAll,
  pidOf,
  query,
  signalServer,
} from './fixture.js';

/** One of each kind of crash; `npm run soak` tries every moment of them. */

const LIMIT_MS = 60_000;
const fixture = createFixture();
afterEach(fixture.rest);
afterAll(fixture.dispose);

/** Made by the first start in it, and handed from test to test as it is. */
const common = fixture.folder();

test('a killed server is back at the same address, with its data', async () => {
  const dataDir = await common;
  const { connectionString } = await fixture.start(dataDir);
  const other = await fixture.hold(dataDir);
  await query(connectionString, 'CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS answer');
  const before = await signalServer(dataDir, 'SIGKILL');
  await eventually(
    async () => (await pidOf(dataDir)) !== before && query(connectionString, 'TABLE kept'),
    LIMIT_MS,
  );
  await eventually(async () => other.said.includes('embedded PostgreSQL is back'), LIMIT_MS);
  await other.stop();
  expect(await query(connectionString, 'TABLE kept')).toEqual([{ answer: 42 }]);
});

test('the product and the shell beside the server are killed: the next start attaches to the orphan', async () => {
  const dataDir = await common;
  const holder = await fixture.hold(dataDir);
  const before = await pidOf(dataDir);
  for (const pid of (await findWatchers(dataDir)).filter((pid) => pid !== before))
    process.kill(pid, 'SIGKILL');
  await holder.kill();
  const server = await fixture.start(dataDir);
  expect(await pidOf(dataDir)).toBe(before);
  await server.dispose();
  expect(await pidOf(dataDir)).toBe(0);
});

test("everything is killed at once: the next start recovers, though its file names another's process", async () => {
  const dataDir = await common;
  const holder = await fixture.hold(dataDir);
  const file = join(dataOf(dataDir), 'postmaster.pid');
  const text = await readFile(file, 'utf8');
  await Promise.all([holder.kill(), killAll(dataDir)]);
  await writeFile(file, text.replace(/^\d+/, String(process.pid)));
  const { connectionString } = await fixture.start(dataDir);
  // On another port, if somebody took the old one meanwhile.
  expect(new URL(connectionString).password).toBe(new URL(holder.url).password);
  expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
