import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApp } from '../helpers/app.js';
import { createTenant, makeBrand, perform, start } from '../helpers/records/probe.js';
import { createTestLogin } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';
import { createOperator, errorOf, type Operator } from './operator.js';

let from: Operator;
let into: Operator;
let file: string;
let queued: string[];
let made: { counts: Record<string, number> };
let restored: typeof made;

/** The rows and a digest of every table of ours; a partition counts as itself. */
async function digest(url: string): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    url,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'auth') and c.relname <> 'migration' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ rows: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as rows from ${name} t`,
    );
    found[name] = row?.rows ?? '';
  }
  return found;
}

/** Accounts with runs in both environments, one of each not yet begun: their ids. */
async function fill(databaseUrl: string): Promise<string[]> {
  const app = await startApp({ ROLE: 'web' }, { databaseUrl });
  const queued: string[] = [];
  for (const environment of ['live', 'test'] as const) {
    const tenant = await createTenant(app, { environment });
    const name = environment === 'live' ? 'Äcme\u2028 \\. \t"x"\r\nY' : 'Acme';
    const brand = await makeBrand(app, tenant, { category: name });
    const platforms = ['chatgpt', 'grok'];
    await perform(app, tenant, await start(app, tenant, brand, { platforms }));
    queued.push((await start(app, tenant, brand, { platforms })).id);
  }
  await app.createAccount();
  await app.dispose();
  return queued;
}

beforeAll(async () => {
  [from, into] = await Promise.all([createOperator(), createOperator()]);
  file = join(from.folder, 'backup.gz');
  queued = await fill(from.databaseUrl);
  made = await from.ask(['backup', file]);
  restored = await into.ask(['restore', file]);
});
afterAll(() => Promise.all([from.dispose(), into.dispose()]));

test('what is backed up comes back row by row, and unfinished runs go on', async () => {
  const before = await digest(from.databaseUrl);
  expect(Object.keys(before).length).toBeGreaterThan(30);
  expect(made.counts).toMatchObject({ 'public.answer': 48, 'public.answer_text': 48 });
  expect(restored.counts).toEqual(made.counts);
  expect(await digest(into.databaseUrl)).toEqual(before);
  const jobs = await sql<{ id: string }>(
    into.databaseUrl,
    `select data->>'runId' as id from pgboss.job where name = 'probe-run'`,
  );
  expect(jobs.map(({ id }) => id).sort()).toEqual(queued.sort());
});

test('a login that row-level security binds backs up every account, and restores them', async () => {
  const login = await createTestLogin();
  const own = await createOperator({ login });
  const other = await createOperator({ login });
  try {
    await fill(own.env.DATABASE_URL ?? '');
    const backup = join(own.folder, 'backup.gz');
    const { counts } = await own.ask(['backup', backup]);
    expect(counts).toMatchObject({ 'public.answer': 48, 'auth.organization': 3 });
    expect((await other.ask(['restore', backup])).counts).toEqual(counts);
    expect(await digest(other.databaseUrl)).toEqual(await digest(own.databaseUrl));
    // What was let go for the restoring holds again.
    const seen = await sql(other.env.DATABASE_URL ?? '', 'select from answer');
    expect(seen).toEqual([]);
  } finally {
    await own.dispose();
    await other.dispose();
    await login.dispose();
  }
});

test('a file is not written over, and nothing is restored over what is there', async () => {
  const again = await from.run(['backup', file, '--json']);
  expect(errorOf(again)).toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringContaining('EEXIST'),
  });
  const full = await into.run(['restore', file, '--json']);
  expect(errorOf(full)).toEqual({
    code: 'CONFLICT',
    message: 'the database is not empty; restore into a new database',
  });
});

test('half a file, another file, and one of a newer version change nothing', async () => {
  const empty = await createOperator();
  try {
    const text = gunzipSync(await readFile(file)).toString();
    const files = {
      half: gzipSync(text.slice(0, -2_000)),
      other: Buffer.from('hello'),
      newer: gzipSync(text.replace(/"migrations":\[/, '$&"9999-later",')),
      less: gzipSync(text.replace(/"public.brand":2/, '"public.brand":3')),
    };
    const before = await digest(empty.databaseUrl);
    for (const [name, bytes] of Object.entries(files)) {
      const damaged = join(empty.folder, name);
      await writeFile(damaged, bytes);
      const ended = await empty.run(['restore', damaged, '--json']);
      expect({ name, code: ended.code }).toEqual({ name, code: 1 });
      expect(errorOf(ended).message).toMatch(/^this file cannot be restored: /);
    }
    expect(await digest(empty.databaseUrl)).toEqual(before);
  } finally {
    await empty.dispose();
  }
});
