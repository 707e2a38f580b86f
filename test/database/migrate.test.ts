import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ReferenceKind } from '@mikro-orm/core';
import pg from 'pg';
import { openDatabase } from '../../src/database/database.js';
import { createDb, SYSTEM } from '../../src/database/db.js';
import { migrate } from '../../src/database/migrate.js';
import { OWNER_ROLE } from '../../src/database/owner-role.js';
import { newId } from '../../src/domain/accounts/id.js';
import { quiet } from '../helpers/app.js';
import { createTestDatabase, createTestLogin, type TestDatabase } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';
import { countStatements } from '../helpers/run/statements.js';

const open: TestDatabase[] = [];
const empty = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  open.push(database);
  return database;
};
const applied = (url: string) =>
  sql<{ name: string }>(url, 'select name from auth.migration order by id');

let migrated: TestDatabase;
beforeAll(async () => {
  migrated = await empty();
  await migrate(migrated.url, quiet);
});
afterAll(async () => {
  await Promise.all(open.map((database) => database.dispose()));
});

test('processes that start at once on an empty database migrate it once', async () => {
  const { url } = await empty();
  const roles = await Promise.all([1, 2, 3].map(() => migrate(url, quiet)));
  expect(roles).toEqual([OWNER_ROLE, OWNER_ROLE, OWNER_ROLE]);
  expect(await applied(url)).toEqual(await applied(migrated.url));
  const [jobs] = await sql(url, `select to_regclass('pgboss.job') is not null as made`);
  expect(jobs).toEqual({ made: true });
});

test('when nothing is pending it only looks', async () => {
  const before = await applied(migrated.url);
  const statements = await countStatements(() => migrate(migrated.url, quiet));
  expect(statements.length).toBeLessThan(25);
  expect(statements.filter((text) => /^\s*(create table|alter|insert|drop)/i.test(text))).toEqual(
    [],
  );
  expect(await applied(migrated.url)).toEqual(before);
});

test('partitions are made for this month, two before it and two after it, also over the turn of a year', async () => {
  const parts = () =>
    sql<{ name: string }>(
      migrated.url,
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'answer_text'::regclass order by 1`,
    );
  const before = await parts();
  await migrate(migrated.url, quiet, new Date('2031-11-30T23:59:59Z'));
  const made = (await parts()).slice(before.length).map(({ name }) => name);
  expect(made.map((name) => name.slice(-6))).toEqual([
    '203109',
    '203110',
    '203111',
    '203112',
    '203201',
  ]);
  await migrate(migrated.url, quiet, new Date('2031-12-01T00:00:00Z'));
  expect((await parts()).slice(-1)).toEqual([{ name: 'answer_text_203202' }]);
});

test('an ordinary role that owns its database is enough, and row-level security binds it too', async () => {
  const made = await createTestDatabase();
  const { url } = made;
  const login = await createTestLogin();
  try {
    const connectionString = await login.own(made);
    // It needs no role beside its own.
    expect(await migrate(connectionString, quiet)).toBeNull();
    expect(await migrate(connectionString, quiet)).toBeNull();
    const database = await openDatabase({ connectionString, role: null, log: quiet });
    try {
      const db = createDb(database.pool, database.orm.em);
      const tenant = { accountId: newId(), environment: 'live' as const };
      await sql(
        url,
        `insert into auth."organization" (id, name, slug, "createdAt") values ($1, 'a', 'a', now())`,
        [tenant.accountId],
      );
      await db.transaction(tenant, (tx) =>
        tx.execute(
          `insert into account_setting (account_id, tier, created_at) values (:accountId, 'free', now())`,
        ),
      );
      const all = {
        name: 'test-settings',
        text: 'select account_id from account_setting where :accountId::uuid is not null',
      };
      expect(await db.query(tenant, all)).toEqual([{ account_id: tenant.accountId }]);
      expect(await db.query({ ...tenant, accountId: newId() }, all)).toEqual([]);
      expect(await db.query(SYSTEM, all, { accountId: tenant.accountId })).toEqual([]);
    } finally {
      await database.dispose();
    }
  } finally {
    await made.dispose();
    await login.dispose();
  }
});

test('a server that is too old is refused before anything is made', async () => {
  const { url } = await empty();
  // What the server says of its version is overlaid, so that a new one claims to be an old one.
  await sql(
    url,
    `create function public.current_setting(text) returns text language sql as $$ select '140012' $$`,
  );
  const old = new URL(url);
  old.searchParams.set('options', '-c search_path=public,pg_catalog');
  await expect(migrate(old.href, quiet)).rejects.toThrow(/PostgreSQL 15 or later/);
  expect(
    await sql(url, `select nspname from pg_namespace where nspname in ('auth', 'pgboss')`),
  ).toEqual([]);
});

test('what fails leaves nothing half-made and holds no lock', async () => {
  const { url } = await empty();
  await sql(url, 'create table citation (mine int)');
  await expect(migrate(url, quiet)).rejects.toThrow(/citation/);
  await sql(url, 'drop table citation');
  await migrate(url, quiet);
  expect(await applied(url)).toEqual(await applied(migrated.url));
});

test('answers of an earlier release get what is counted of them now', async () => {
  const { url } = await empty();
  await migrate(url, quiet);
  // As that release left it: an answer that names three, and one that names nobody.
  await sql(
    url,
    `delete from auth.migration where name in ('0006-dashboards', '0014-sentinel', '0021-incident-notices');
     drop table incident_notice, incident_notice_setting, suspicion, detector_test, incident_answer, incident_note, incident;
     alter table brand drop column confirm_incidents; drop index answer_of_brand; alter table answer drop column named;
     create index answer_of_brand on answer (account_id, environment, brand_id, run_at)`,
  );
  const ids = [newId(), newId(), newId()];
  await sql(
    url,
    `insert into answer (account_id, environment, run_id, platform, prompt_id, repeat, run_at, brand_id, asked_at, status,
       branded, mentioned, citations, owned_citations, citation_capable, tokens_used, latency_ms, model, web_search_asked,
       language, sandbox, sequence)
     select $1, 'test', $2, 'grok', $3, n, date_trunc('day', now()), $3, now(), 'answered', false, false, 0, 0, true, 1, 1,
       'm', true, 'en', true, n from generate_series(0, 1) n`,
    ids,
  );
  await sql(
    url,
    `insert into answer_mention (account_id, environment, run_id, platform, prompt_id, repeat, run_at, entity_id, position, mentions)
     select $1, 'test', $2, 'grok', $3, 1, date_trunc('day', now()), 'name ' || n, 0, 1 from generate_series(1, 3) n`,
    ids,
  );
  await migrate(url, quiet);
  const rows = await sql(url, 'select repeat, named from answer order by repeat');
  expect(rows).toEqual([
    { repeat: 0, named: 0 },
    { repeat: 1, named: 3 },
  ]);
  expect(await applied(url)).toHaveLength((await applied(migrated.url)).length);
  // Nobody sees more than before.
  const [bound] = await sql(
    url,
    `select bool_and(relrowsecurity and relforcerowsecurity) as all from pg_class
     where relname like 'answer%' and relkind in ('r', 'p')`,
  );
  expect(bound).toEqual({ all: true });
});

/** What the ORM calls a type, and what it has to be in the table. */
const KINDS: Record<string, RegExp> = {
  UuidType: /^uuid$/,
  string: /^text$/,
  text: /^text$/,
  JsonType: /^jsonb$/,
  ArrayType: /^(?:text|uuid)\[\]$/,
  boolean: /^boolean$/,
  integer: /^integer$/,
  smallint: /^smallint$/,
  DoubleType: /^double precision$/,
  Date: /^timestamp\(3\) with time zone$/,
  BlobType: /^bytea$/,
};

interface Column {
  name: string;
  type: string;
  required: boolean;
}

test('roles of an earlier release become the one word that they counted as', async () => {
  const { url } = await empty();
  await migrate(url, quiet);
  await sql(
    url,
    `delete from auth.migration where name = '0033-membership';
     drop trigger checked on auth."member"; drop trigger told on auth."member";
     drop function auth.check_member(), auth.tell_member(), auth.revoke_keys(uuid, uuid)`,
  );
  const [account, user] = [newId(), newId()];
  await sql(
    url,
    `insert into auth."organization" (id, name, slug, "createdAt") values ('${account}', 'Team', 'team', now());
     insert into auth."user" (id, name, email, "emailVerified") select '${user}', 'Inviter', 'inviter@example.com', false`,
  );
  const stored = ['owner', 'viewer', 'member,admin', 'owner,viewer', 'admin, owner', ' owner', ''];
  for (const role of stored) {
    const id = newId();
    await sql(
      url,
      `insert into auth."user" (id, name, email, "emailVerified") values ($1::uuid, $2, $1::text, false)`,
      [id, role],
    );
    await sql(
      url,
      `insert into auth."member" (id, "organizationId", "userId", role, "createdAt") values ($1, $2, $1, $3, now())`,
      [id, account, role],
    );
    await sql(
      url,
      `insert into auth."invitation" (id, "organizationId", email, role, status, "expiresAt", "inviterId")
       values ($1::uuid, $2, $1::text, $3, 'pending', now() + interval '1 day', $4)`,
      [id, account, role, user],
    );
  }
  await migrate(url, quiet);
  const rows = await sql(
    url,
    `select u.name as was, m.role, i.status from auth."member" m join auth."user" u on u.id = m."userId"
       join auth."invitation" i on i.id = m.id order by m.id`,
  );
  expect(rows).toEqual([
    { was: 'owner', role: 'owner', status: 'pending' },
    { was: 'viewer', role: 'viewer', status: 'pending' },
    { was: 'member,admin', role: 'admin', status: 'canceled' },
    { was: 'owner,viewer', role: 'owner', status: 'canceled' },
    { was: 'admin, owner', role: 'admin', status: 'canceled' },
    { was: ' owner', role: 'viewer', status: 'canceled' },
    { was: '', role: 'viewer', status: 'canceled' },
  ]);
});

test('every entity stands for a table as it is: the same columns, nullability, key and kind', async () => {
  const database = await openDatabase({
    connectionString: migrated.url,
    role: OWNER_ROLE,
    log: quiet,
  });
  const client = new pg.Client({ connectionString: migrated.url });
  await client.connect();
  try {
    const drift: string[] = [];
    let compared = 0;
    for (const meta of database.orm.getMetadata().getAll().values()) {
      const table = `${meta.schema ?? 'public'}.${meta.tableName}`;
      const { rows } = await client.query<Column & { key: boolean }>(
        `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required, 
           coalesce(a.attnum = any(i.indkey::int2[]), false) as key
         from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
         where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
        [table],
      );
      const columns = new Map(rows.map((row) => [row.name, row]));
      const known = new Set<string>();
      for (const property of meta.props.filter(({ kind }) => kind === ReferenceKind.SCALAR)) {
        const [name = ''] = property.fieldNames;
        const column = columns.get(name);
        known.add(name);
        compared += 1;
        const kind = KINDS[property.type];
        if (column === undefined) drift.push(`${table}.${name} is missing`);
        else if (column.required === (property.nullable ?? false))
          drift.push(`${table}.${name} differs in null`);
        else if (column.key !== (property.primary ?? false))
          drift.push(`${table}.${name} differs in the key`);
        else if (kind === undefined || !kind.test(column.type))
          drift.push(`${table}.${name} is ${column.type} and not ${property.type}`);
      }
      for (const row of rows)
        if (!known.has(row.name)) drift.push(`${table}.${row.name} has no property`);
    }
    expect(drift).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  } finally {
    await client.end();
    await database.dispose();
  }
});
