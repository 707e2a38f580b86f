import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { createDb, type Db, SYSTEM, type Tenant } from '../../src/database/db.js';
import { newId } from '../../src/domain/accounts/id.js';
import { createMigratedDatabase, openWorkDatabase } from '../helpers/app.js';
import type { TestDatabase } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';
import { fillTable, listTenantTables, type TenantTable } from './fill.js';

let database: TestDatabase;
let opened: Database;
let db: Db;
let tables: TenantTable[];

const bothOf = (accountId: string): Tenant[] =>
  (['live', 'test'] as const).map((environment) => ({ accountId, environment }));
/** Two accounts, each with two environments. */
const tenants = [newId(), newId()].flatMap(bothOf);

beforeAll(async () => {
  database = await createMigratedDatabase();
  opened = await openWorkDatabase(database.url);
  db = createDb(opened.pool, opened.orm.em);
  tables = await listTenantTables(database.url);
  for (const table of tables) await fillTable(database.url, table, tenants);
});
afterAll(async () => {
  await opened.dispose();
  await database.dispose();
});

test('every table says whose its rows are and forces row-level security with a policy for both', async () => {
  const rows = await sql<{ name: string; lacks: string[] }>(
    database.url,
    `select c.relname as name, array_remove(array[
        case when not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id'
          and a.attnotnull) then 'account_id' end,
        case when c.relname <> 'account_setting' and not exists (select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'environment' and a.attnotnull) then 'environment' end,
        case when not c.relrowsecurity then 'row-level security' end,
        case when not c.relforcerowsecurity then 'force' end,
        case when not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polpermissive
          and pg_get_expr(p.polqual, p.polrelid) like '%account_id = %app.account_id%'
          and (c.relname = 'account_setting' or pg_get_expr(p.polqual, p.polrelid) like '%environment = %app.environment%'))
          then 'policy' end,
        case when (select count(*) from pg_policy p where p.polrelid = c.oid) <> 1 then 'only one policy' end
      ], null) as lacks
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  expect(rows.filter(({ lacks }) => lacks.length > 0)).toEqual([]);
  // The four tables of answers with five months each are among them.
  expect(rows.filter(({ name }) => /^answer.*_\d{6}$/.test(name))).toHaveLength(20);
  expect(rows.map(({ name }) => name)).toEqual(tables.map(({ name }) => name).sort());
});

test('keys of tenant tables begin with the account', async () => {
  const rows = await sql<{ name: string; first: string }>(
    database.url,
    `select i.indexrelid::regclass::text as name, a.attname as first
     from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where c.relnamespace = 'public'::regnamespace`,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ first }) => first !== 'account_id')).toEqual([]);
});

test('views and functions that would read with their owner’s rights do not exist', async () => {
  const rows = await sql(
    database.url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
     union all select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
  );
  expect(rows).toEqual([]);
});

test('the product works as a role that row-level security binds', async () => {
  const statement = {
    name: 'test-role',
    text: 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  };
  expect(await db.query(SYSTEM, statement)).toEqual([{ rolsuper: false, rolbypassrls: false }]);
});

test('a partition is reached through its table alone', async () => {
  const partitions = tables.filter(({ isPartition }) => isPartition);
  expect(partitions).toHaveLength(20);
  for (const { name } of partitions)
    for (const text of [`select * from ${name}`, `delete from ${name}`])
      await expect(opened.pool.query(text)).rejects.toThrow(`permission denied for table ${name}`);
});

test('a query that forgets its filter sees the rows of its account and environment only', async () => {
  for (const { name, hasEnvironment } of tables.filter(({ isPartition }) => !isPartition)) {
    const statement = {
      name: `test-all-${name}`,
      text: `select * from ${name} where :accountId::uuid is not null`,
    };
    for (const tenant of tenants) {
      const rows = await db.query<{ account_id: string; environment?: string }>(tenant, statement);
      // A partitioned table shows the rows of its partitions: more than one, and all of them ours.
      const seen = [...new Set(rows.map((row) => `${row.account_id} ${row.environment}`))];
      const environment = hasEnvironment ? tenant.environment : undefined;
      expect([name, seen]).toEqual([name, [`${tenant.accountId} ${environment}`]]);
      const written = await db.transaction(tenant, (tx) => tx.execute(`select * from ${name}`));
      expect([name, written]).toEqual([name, rows]);
    }
    expect([name, await db.query(SYSTEM, statement, { accountId: newId() })]).toEqual([name, []]);
    expect([
      name,
      await db.transaction(SYSTEM, (tx) => tx.execute(`select * from ${name}`)),
    ]).toEqual([name, []]);
  }
});

test('nothing can be written for another account or environment, changed there or taken away', async () => {
  const [foreign] = tenants as [Tenant];
  const [mine, sibling] = bothOf(newId()) as [Tenant, Tenant];
  for (const table of tables.filter(({ isPartition }) => !isPartition)) {
    const { name, hasEnvironment } = table;
    // What an earlier table's rows took away with them is there again.
    await fillTable(database.url, table, [mine, sibling]);
    for (const other of hasEnvironment ? [sibling, foreign] : [foreign]) {
      const moved = hasEnvironment
        ? db.transaction(mine, (tx) =>
            tx.execute(`update ${name} set account_id = :accountId, environment = :environment`, {
              ...other,
            }),
          )
        : db.transaction(mine, (tx) =>
            tx.execute(`update ${name} set account_id = :accountId`, {
              accountId: other.accountId,
            }),
          );
      await expect(moved).rejects.toThrow(/row-level security/);
    }
    const rows = () =>
      sql<{ account_id: string; environment?: string }>(
        database.url,
        `select * from ${name} t order by t::text`,
      );
    const isMine = (row: { account_id: string; environment?: string }) =>
      row.account_id === mine.accountId &&
      (!hasEnvironment || row.environment === mine.environment);
    const others = (await rows()).filter((row) => !isMine(row));
    expect(others.length).toBeGreaterThan(0);
    await db
      .transaction(mine, (tx) => tx.execute(`delete from ${name}`))
      .catch((error: Error) => {
        // A row that others refer to stays, which is no matter here.
        if (!/foreign key/.test(error.message)) throw error;
      });
    expect([name, (await rows()).filter((row) => !isMine(row))]).toEqual([name, others]);
  }
});
