import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { type Access, openAccess } from '../../src/database/access.js';
import { openDatabase } from '../../src/database/database.js';
import { OWNER_ROLE, takeOwnerRole } from '../../src/database/owner-role.js';
import { newId } from '../../src/domain/accounts/id.js';
import { citationIdOf, pageIdOf } from '../../src/domain/answers/analyse-answer.js';
import { createMigratedDatabase, quiet } from '../helpers/app.js';
import { createTestDatabase, createTestLogin } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';
import { countStatements } from '../helpers/run/statements.js';

const AT = '2024-01-10T10:00:00.000Z';
const LATER = '2024-01-10T10:05:00.000Z';

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
async function makeOld(url: string, release = '0032-wiki-look'): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const role = await takeOwnerRole(client);
  await client.query('create schema auth');
  const { orm, dispose } = await openDatabase({ connectionString: url, role, log: quiet });
  await orm.migrator.up({ to: release });
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

test('spellings of one page become one citation of a platform, with what its results say of it', async () => {
  const { url } = keep(await createTestDatabase());
  const accountId = await makeOld(url, '0037-text-months');
  // As every start of that release took it from all, the tables' owner among them.
  const [{ name } = { name: '' }] = await sql<{ name: string }>(
    url,
    'select current_database() as name',
  );
  await sql(url, `revoke temporary on database "${name}" from public`);
  const [brandId, runId, promptId] = [newId(), newId(), newId()];
  const of = { account_id: accountId, environment: 'live' };
  const insert = (table: string, rows: object[]) =>
    sql(url, `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows.map((row) => ({ ...of, ...row }))),
    ]);
  await sql(
    url,
    `insert into account_setting (account_id, tier, created_at) values ($1, 'free', now())`,
    [accountId],
  );
  await insert('brand', [
    {
      ...{ id: brandId, user_id: newId(), name: 'Acme', category: 'crm', aliases: [] },
      ...{ owned_domains: [], created_at: AT, updated_at: AT, confirm_incidents: true },
    },
  ]);
  await insert('probe_run', [
    {
      ...{ id: runId, brand_id: brandId, user_id: newId(), kind: 'probe', status: 'completed' },
      ...{ platforms: ['grok'], samples_per_prompt: 1, sandbox: false, plan: {}, first_repeat: 0 },
      ...{ expected_answers: 2, answered: 2, failed: 0, sequence: 2, names_counted: 2 },
      ...{ estimated_completion_ms: 0, failures: [], created_at: AT, completed_at: LATER },
    },
  ]);
  const urls = ['https://acme.com/a?b=1&a=2', 'http://www.acme.com/a?a=2&b=1', 'https://b.com'];
  const ids = urls.map(() => newId());
  await insert(
    'citation',
    urls.map((source_url, n) => ({
      ...{ id: ids[n], brand_id: brandId, platform: 'grok', source_url, source_domain: 'acme.com' },
      ...{ prompt_hash: `prompt ${n}`, context: `${n}`, owned: n < 2, sandbox: false },
      discovered_at: n === 0 ? LATER : AT,
    })),
  );
  await insert(
    'result_citation',
    [2, 1, 2].map((times, ordinal) => ({
      ...{ run_id: runId, platform: 'grok', ordinal, citation_id: ids[ordinal], times },
    })),
  );
  const unfinished = newId();
  await insert(
    'answer_citation',
    [...urls, 'https://c.com'].map((source_url, ordinal) => ({
      ...{ run_id: runId, platform: 'grok', prompt_id: promptId, repeat: 0, run_at: AT, ordinal },
      ...{
        citation_id: ids[ordinal] ?? unfinished,
        source_url,
        source_domain: 'x',
        context: '',
        owned: false,
      },
    })),
  );

  await open(url);
  const pageIds = ['acme.com/a?a=2&b=1', 'b.com', 'c.com'].map((page) =>
    pageIdOf(brandId, page, false),
  );
  const [acme, b] = pageIds.map((id) => citationIdOf(id, 'grok'));
  expect(
    await sql(
      url,
      'select id, source_url, prompt_hash, context, discovered_at from citation order by source_url',
    ),
  ).toEqual([
    {
      id: acme,
      source_url: urls[1],
      prompt_hash: 'prompt 1',
      context: '1',
      discovered_at: new Date(AT),
    },
    {
      id: b,
      source_url: urls[2],
      prompt_hash: 'prompt 2',
      context: '2',
      discovered_at: new Date(AT),
    },
  ]);
  expect(
    await sql(
      url,
      'select ordinal, citation_id, times, brand_id, cited_at from result_citation order by ordinal',
    ),
  ).toEqual([
    { ordinal: 0, citation_id: acme, times: 3, brand_id: brandId, cited_at: new Date(LATER) },
    { ordinal: 1, citation_id: b, times: 2, brand_id: brandId, cited_at: new Date(LATER) },
  ]);
  const pages = await sql<{ page_id: string }>(
    url,
    'select page_id from answer_citation order by ordinal',
  );
  expect(pages.map(({ page_id }) => page_id)).toEqual([pageIds[0], ...pageIds]);
  const known = await sql<{ id: string }>(url, 'select id from cited_page');
  expect(known.map(({ id }) => id).sort()).toEqual(pageIds.slice(0, 2).sort());
  const bound = await sql(
    url,
    `select relname from pg_class where relkind in ('r', 'p') and relname ~ '^(cited_page|(result_|answer_)?citation|probe_run)$'
       and not (relrowsecurity and relforcerowsecurity)`,
  );
  expect(bound).toEqual([]);
});

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
  await expect(open(url, 'another secret')).rejects.toThrow(
    /the same key, or stop the others first$/,
  );
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
  expect((await open(url)).login.fault?.says).toBe(`the login ${name} can create databases`);
  await sql(url, `alter role ${name} superuser`);
  await expect(open(url)).rejects.toThrow(`${name} bypasses row-level security`);
});
