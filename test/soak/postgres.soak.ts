import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  createFixture,
  dataOf,
  end,
  eventually,
  findWatchers,
  killAll,
  pidOf,
  query,
  signalServer,
} from '../postgres/fixture.js';

const PROMISED_MS = 3_000;

const fixture = createFixture();
afterEach(fixture.rest);
afterAll(fixture.dispose);

/** Made by the first test that needs it, and handed from test to test as it is. */
let common: Promise<string> | undefined;
const used = (): Promise<string> => (common ??= fixture.folder());

test('a killed server is back at the same address within 3 s, each time', async () => {
  const dataDir = await used();
  const { connectionString } = await fixture.start(dataDir);
  const other = await fixture.hold(dataDir);
  await query(connectionString, 'CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS answer');
  for (let i = 0; i < 3; i++) {
    const before = await signalServer(dataDir, 'SIGKILL');
    const tookMs = await eventually(
      async () => (await pidOf(dataDir)) !== before && query(connectionString, 'TABLE kept'),
      15_000,
    );
    expect(tookMs).toBeLessThan(PROMISED_MS);
  }
  expect(other.said).toContain('embedded PostgreSQL is back');
  await other.stop();
  expect(await query(connectionString, 'TABLE kept')).toEqual([{ answer: 42 }]);
});

test('a statement that outlives the killed server does not keep it from coming back', async () => {
  const dataDir = await used();
  const { connectionString } = await fixture.start(dataDir);
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  const busy = client.query('SELECT count(*) FROM generate_series(1, 10000000000)').catch(() => {});
  await sleep(200);
  const before = await signalServer(dataDir, 'SIGKILL');
  expect(
    await eventually(
      async () => (await pidOf(dataDir)) !== before && query(connectionString, 'SELECT 1'),
      15_000,
    ),
  ).toBeLessThan(PROMISED_MS);
  await busy;
});

test('a server stopped by hand comes back, and then leaves with its last user', async () => {
  const dataDir = await used();
  const server = await fixture.start(dataDir);
  const before = await signalServer(dataDir, 'SIGINT');
  await eventually(
    async () => (await pidOf(dataDir)) !== before && query(server.connectionString, 'SELECT 1'),
    15_000,
  );
  await server.dispose();
  expect(await pidOf(dataDir)).toBe(0);
});

test.each([0, 30, 90, 130])(
  'dispose while the server is coming back, %i ms after it was killed',
  async (afterMs) => {
    const dataDir = await used();
    const server = await fixture.start(dataDir);
    await signalServer(dataDir, 'SIGKILL');
    await sleep(afterMs);
    await server.dispose();
    await eventually(async () => (await findWatchers(dataDir)).length === 0, 15_000);
    await (await fixture.start(dataDir)).dispose();
  },
);

test.each([
  ['this very process', String(process.pid)],
  ['no process', '999999999'],
  ['nothing at all', null],
])("a killed server's file names %s by now", async (_, pid) => {
  const dataDir = await used();
  const holder = await fixture.hold(dataDir);
  const file = join(dataOf(dataDir), 'postmaster.pid');
  const text = await readFile(file, 'utf8');
  await Promise.all([holder.kill(), killAll(dataDir)]);
  await writeFile(file, pid === null ? '' : text.replace(/^\d+/, pid));
  const { connectionString } = await fixture.start(dataDir);
  expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test.each([60, 250, 450])(
  'the first start is killed after %i ms: nothing half-made remains',
  async (afterMs) => {
    const dataDir = await fixture.folder();
    const { child } = fixture.launch(dataDir);
    await eventually(async () => (await readdir(dataDir)).length > 0, 15_000);
    await sleep(afterMs);
    await end(child, 'SIGKILL');
    const { connectionString } = await fixture.start(dataDir);
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).filter((name) => name !== 'postgres')).toEqual([]);
  },
);
