import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { type Access, openAccess } from '../../src/database/access.js';
import { openDatabase } from '../../src/database/database.js';
import { OWNER_ROLE, takeOwnerRole } from '../../src/database/owner-role.js';
import { newId } from '../../src/domain/accounts/id.js';
import { createMigratedDatabase, quiet } from '../helpers/app.js';
import { createTestDatabase, createTestLogin } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';
import { countStatements } from '../helpers/run/statements.js';

const used: { dispose(): Promise<void> }[] = [];
const keep = <T extends { dispose(): Promise<void> }>(one: T): T => {
  used.push(one);
  return one;
};
afterAll(async () => {
  for (const one of used.reverse()) await one.dispose();
});

const open = (ownerUrl: string, secretKey = 'a secret'): Promise<Access> =>
  openAccess({ ownerUrl, loginUrl: undefined, secretKey, log: quiet, now: new Date() });
const nameOf = ({ login }: Access): string => new URL(login.connectionString).username;

/** As the release before left a database: everything done by the owner, whose role the login took. */
async function makeOld(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const role = await takeOwnerRole(client);
  await client.query('create schema auth');
  const { orm, dispose } = await openDatabase({ connectionString: url, role, log: quiet });
  await orm.migrator.up({ to: '0032-wiki-look' });
  await dispose();
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => client.query(text, values) },
    ...{ schema: 'pgboss', schedule: false, supervise: false },
  });
  await boss.start();
  await boss.createQueue('daily');
  await boss.send('daily');
  await boss.stop({ graceful: false });
  // A month whose texts had had their time.
  await client.query(`select make_answer_partitions('2024-01-01')`);
  await client.query('drop table answer_text_202401');
  const accountId = newId();
  await client.query(
    `insert into auth."organization" (id, name, slug, "createdAt") values ($1, 'A', 'a', now())`,
    [accountId],
  );
  await client.end();
  return accountId;
}

const FACTS = `select (select count(*) from auth."organization")::int as accounts,
    (select count(*) from pgboss.job where name = 'daily')::int as jobs,
    to_regclass('answer_text_202401') is not null as month`;
const OWNERS = `select distinct relowner::regrole::text as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'auth', 'pgboss')`;

test.each([
  ['a superuser', 'superuser'],
  ['an owner who may make roles', 'createrole'],
])(
  'a database of the release before, entered as %s, goes on with a login',
  async (_who, rights) => {
    const old = keep(await createTestLogin(rights));
    const database = keep(await createTestDatabase());
    const ownerUrl = await old.own(database);
    await makeOld(ownerUrl);
    const owners = await sql(database.url, OWNERS);
    expect(owners).toEqual([{ name: rights === 'superuser' ? OWNER_ROLE : old.name }]);

    const [first, ...others] = await Promise.all([1, 2, 3].map(() => open(ownerUrl)));
    for (const other of others) expect(other).toEqual(first);
    const { login } = first as Access;
    expect(login).toMatchObject({ role: null, fault: null });
    expect(await sql(login.connectionString, FACTS)).toEqual([
      { accounts: 1, jobs: 1, month: true },
    ]);
    expect(await sql(database.url, OWNERS)).toEqual(owners);
  },
);

test('when nothing is lacking a start only looks', async () => {
  const { url } = keep(await createMigratedDatabase());
  await open(url);
  const statements = await countStatements(() => open(url));
  expect(statements.length).toBeLessThan(40);
  expect(statements.filter((text) => /^\s*(grant|revoke|create|alter)\b/i.test(text))).toEqual([
    'create schema if not exists auth',
  ]);
});

/** What is left when the first start is killed on its way, or an injected statement has done its worst. */
const HARMS: Record<string, (name: string) => { by: 'login' | 'superuser'; text: string }> = {
  'a login without any right': (name) => ({ by: 'superuser', text: `drop owned by ${name}` }),
  'a login without some rights': (name) => ({
    ...{ by: 'superuser', text: `revoke update on auth."user" from ${name}` },
  }),
  'another password': () => ({
    ...{ by: 'login', text: `alter role current_user password 'mine'` },
  }),
  'settings of its own': () => ({
    ...{ by: 'login', text: 'alter role current_user set default_transaction_read_only = on' },
  }),
};

test.each(Object.keys(HARMS))('the next start mends %s', async (harm) => {
  const { url } = keep(await createMigratedDatabase());
  const access = await open(url);
  const { connectionString } = access.login;
  const { by, text } = (HARMS[harm] as (typeof HARMS)[string])(nameOf(access));
  await sql(by === 'login' ? connectionString : url, text);
  const write = () => sql(connectionString, 'update auth."user" set name = name returning 1');
  await expect(write()).rejects.toThrow();
  expect(await open(url)).toEqual(access);
  expect(await write()).toEqual([]);
});

test('another secret is another password, which shuts out nobody who is at work', async () => {
  const { url } = keep(await createMigratedDatabase());
  const before = await open(url);
  const worker = new pg.Client({ connectionString: before.login.connectionString });
  await worker.connect();
  await expect(open(url, 'another secret')).rejects.toThrow(/the same key, or stop them first$/);
  expect(await open(url)).toEqual(before);
  await worker.end();
  const left = 'select from pg_stat_activity where usename = $1';
  while ((await sql(url, left, [nameOf(before)])).length > 0);

  const after = await open(url, 'another secret');
  expect(nameOf(after)).toBe(nameOf(before));
  await expect(sql(before.login.connectionString, 'select 1')).rejects.toMatchObject({
    code: '28P01',
  });
  expect(await sql(after.login.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a login of the name that may more than it should is told of, and a superuser refused', async () => {
  const { url } = keep(await createMigratedDatabase());
  const name = nameOf(await open(url));
  await sql(url, `alter role ${name} createdb`);
  expect((await open(url)).login.fault?.says).toBe(`the login ${name} may make databases`);
  await sql(url, `alter role ${name} superuser`);
  await expect(open(url)).rejects.toThrow(`${name} passes row-level security by`);
});
