import { afterEach, expect, test } from '@jest/globals';
import { migrate } from '../../src/database/migrate.js';
import { OWNER_ROLE } from '../../src/database/owner-role.js';
import { quiet } from '../helpers/app.js';
import { createTestDatabase, createTestLogin, type TestDatabase } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';

const used: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of used.splice(0).reverse()) await one.dispose();
});

async function make(rights: string) {
  const login = await createTestLogin(rights);
  used.push(login);
  const database = await createTestDatabase();
  used.push(database);
  return { login, database, toUrl: () => login.own(database) };
}

const ownerOf = async ({ url }: TestDatabase): Promise<unknown> =>
  (await sql(url, `select tableowner as owner from pg_tables where tablename = 'answer'`))[0];

/** Any superuser's start makes the role, which is the whole server's. */
async function makeRole(): Promise<void> {
  const other = await createTestDatabase();
  used.push(other);
  await migrate(other.url, quiet);
}

test('a login that bypasses row-level security and has our role to give takes it', async () => {
  const { login, database, toUrl } = await make('bypassrls createrole');
  await makeRole();
  // As whoever made a role has it, since PostgreSQL 16.
  const had = 'with admin true, inherit false, set false';
  await sql(database.url, `grant ${OWNER_ROLE} to ${login.name} ${had}`);
  const url = await toUrl();
  expect(await migrate(url, quiet)).toBe(OWNER_ROLE);
  expect(await migrate(url, quiet)).toBe(OWNER_ROLE);
  expect(await ownerOf(database)).toEqual({ owner: OWNER_ROLE });
});

test('one that may not create roles is told what is missing, and with that it works', async () => {
  const { login, database, toUrl } = await make('bypassrls');
  const url = await toUrl();
  await expect(migrate(url, quiet)).rejects.toThrow(
    new RegExp(
      `^The database login ${login.name} bypasses .* run: (create role ${OWNER_ROLE} nologin; )?grant ${OWNER_ROLE} to ${login.name};$`,
    ),
  );
  await makeRole();
  await sql(database.url, `grant ${OWNER_ROLE} to ${login.name}`);
  expect(await migrate(url, quiet)).toBe(OWNER_ROLE);
  expect(await ownerOf(database)).toEqual({ owner: OWNER_ROLE });
});

test('one that may make nothing in the database is told every right that is missing', async () => {
  const { login, database } = await make('');
  const guest = login.toUrl(database);
  const name = new URL(guest).pathname.slice(1);
  const commands = [
    `grant create on database ${name} to ${login.name}`,
    `grant create on schema public to ${login.name}`,
  ];
  await expect(migrate(guest, quiet)).rejects.toThrow(`run: ${commands.join('; ')};`);
  for (const command of commands) await sql(database.url, command);
  expect(await migrate(guest, quiet)).toBeNull();
  expect(await ownerOf(database)).toEqual({ owner: login.name });
});

test("one that meets another's tables is told whose they are", async () => {
  const { login, database, toUrl } = await make('');
  await migrate(database.url, quiet);
  await expect(migrate(await toUrl(), quiet)).rejects.toThrow(
    new RegExp(`belong to ${OWNER_ROLE}, not to ${login.name}; .* run: grant ${OWNER_ROLE} to `),
  );
});
