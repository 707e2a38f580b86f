import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { createFixture, dataOf, eventually, pidOf, query } from './fixture.js';

const fixture = createFixture();
afterEach(fixture.rest);
afterAll(fixture.dispose);

/** Made by the first start in it; every test leaves it usable. */
const common = fixture.folder('a data folder/below another');

test('the first start makes a database of UTF-8 and byte order, in a path with spaces', async () => {
  const dataDir = await common;
  const server = await fixture.start(dataDir);
  const [row] = await query(
    server.connectionString,
    `SELECT current_database() AS name, pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale,
       current_setting('fsync') AS fsync, current_setting('listen_addresses') AS host, current_setting('jit') AS jit
     FROM pg_database WHERE datname = current_database()`,
  );
  expect(row).toEqual({
    name: 'answerscope',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    fsync: 'on',
    host: '127.0.0.1',
    jit: 'off',
  });
  expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['postgres']);
});

test('nobody gets in without the password', async () => {
  const { connectionString } = await fixture.start(await common);
  await expect(
    query(connectionString.replace(/:[0-9a-f]+@/, ':guess@'), 'SELECT 1'),
  ).rejects.toMatchObject({ code: '28P01' });
});

test('dispose stops the server, and a restart keeps data and address', async () => {
  const dataDir = await common;
  const first = await fixture.start(dataDir);
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await Promise.all([first.dispose(), first.dispose()]);
  expect(await pidOf(dataDir)).toBe(0);
  await expect(query(first.connectionString, 'SELECT 1')).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
  const second = await fixture.start(dataDir);
  expect(second.connectionString).toBe(first.connectionString);
  expect(await query(second.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

test('dispose ends connections that are still open', async () => {
  const dataDir = await common;
  const server = await fixture.start(dataDir);
  const busy = expect(query(server.connectionString, 'SELECT pg_sleep(60)')).rejects.toMatchObject({
    code: '57P01',
  });
  await eventually(
    async () =>
      (
        await query(
          server.connectionString,
          `SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'`,
        )
      ).length > 0,
    30_000,
  );
  await server.dispose();
  expect(await pidOf(dataDir)).toBe(0);
  await busy;
});

test('a dropped database is made again', async () => {
  const dataDir = await common;
  const first = await fixture.start(dataDir);
  await query(
    first.connectionString.replace(/answerscope$/, 'postgres'),
    'DROP DATABASE answerscope',
  );
  await first.dispose();
  const { connectionString } = await fixture.start(dataDir);
  expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a remembered port that another program took is given up', async () => {
  const dataDir = await common;
  const first = await fixture.start(dataDir);
  await first.dispose();
  const port = Number(new URL(first.connectionString).port);
  const stranger = createServer().listen(port, '127.0.0.1');
  try {
    const second = await fixture.start(dataDir);
    expect(new URL(second.connectionString).port).not.toBe(String(port));
    expect(await query(second.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await new Promise((resolve) => stranger.close(resolve));
  }
});

test('a server that cannot start says why', async () => {
  const dataDir = await fixture.folder();
  await (await fixture.start(dataDir)).dispose();
  await rm(join(dataOf(dataDir), 'global', 'pg_control'));
  await expect(fixture.start(dataDir)).rejects.toThrow(/does not start: .*pg_control.*server\.log/);
});

test('a folder of another major version is refused, with the ways out', async () => {
  const dataDir = await fixture.folder();
  await mkdir(dataOf(dataDir), { recursive: true });
  await writeFile(join(dataOf(dataDir), 'PG_VERSION'), '17\n');
  await expect(fixture.start(dataDir)).rejects.toThrow(
    /made by PostgreSQL 17.* brings PostgreSQL 18.*pg_dump.*DATA_DIR.*DATABASE_URL/,
  );
});

test('a folder that lacks a part is refused, not made anew', async () => {
  const dataDir = await fixture.folder();
  await mkdir(dataOf(dataDir), { recursive: true });
  await writeFile(join(dataOf(dataDir), 'PG_VERSION'), '18\n');
  await expect(fixture.start(dataDir)).rejects.toThrow(/lacks the file password.*DATA_DIR/);
});

test('a data folder that is a file is a clear error', async () => {
  const dataDir = await fixture.folder();
  await writeFile(dataDir, '');
  await expect(fixture.start(dataDir)).rejects.toThrow(/cannot be used.*EEXIST.*DATA_DIR/);
});

test('an aborted start leaves nothing half-made', async () => {
  const dataDir = await fixture.folder();
  await expect(fixture.start(dataDir, { signal: AbortSignal.timeout(150) })).rejects.toThrow(
    /abort/i,
  );
  await eventually(async () => (await readdir(dataDir)).length === 0, 30_000);
});
