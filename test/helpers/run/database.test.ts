import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './database.js';

const open: TestDatabase[] = [];
let migrations = 0;

async function migrate(url: string): Promise<void> {
  migrations++;
  await query(url, 'CREATE TABLE brand (name text)');
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

afterAll(() => Promise.all(open.map((database) => database.dispose())));

test('each clone has the template of one migration, and its own rows', async () => {
  const made = await Promise.all([1, 2, 3].map(() => createTestDatabase(migrate)));
  open.push(...made);
  const [first, second] = made as [TestDatabase, TestDatabase];
  await query(first.url, `INSERT INTO brand VALUES ('Acme')`);
  expect(await query(first.url, 'SELECT name FROM brand')).toEqual([{ name: 'Acme' }]);
  expect(await query(second.url, 'SELECT name FROM brand')).toEqual([]);
  expect(migrations).toBe(1);
});

test('a migration that fails is tried again by the next file', async () => {
  let tries = 0;
  const flaky = async (url: string): Promise<void> => {
    await query(url, 'CREATE TABLE half (id int)');
    if (++tries === 1) throw new Error('out of luck');
  };
  await expect(createTestDatabase(flaky)).rejects.toThrow('out of luck');
  const database = await createTestDatabase(flaky);
  open.push(database);
  expect(await query(database.url, 'SELECT * FROM half')).toEqual([]);
});

test('dispose drops the database under open connections', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  await database.dispose();
  await expect(query(database.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
});
