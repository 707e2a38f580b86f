import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { findOrphans } from '../../src/postgres/postmaster.js';
import { createMigratedDatabase, quiet } from '../helpers/app.js';
import { createBrand, signUp } from '../helpers/client/customer.js';
import { createProducts, type ProductOptions } from '../helpers/product.js';
import { embeddedUrl, query } from '../helpers/product-database.js';
import type { TestDatabase } from '../helpers/run/database.js';

const SECRET_KEY = 'a secret of this test, long enough';
const products = createProducts();
let database: TestDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterEach(products.rest);
afterAll(async () => {
  await products.dispose();
  await database.dispose();
});

const modeOf = async (path: string): Promise<string> =>
  ((await stat(path)).mode & 0o777).toString(8);

test('an empty folder is all it needs; a restart finds its data and keeps its key', async () => {
  const cwd = await products.folder();
  const dataDir = join(cwd, '.data');
  const first = await products.start({ cwd });
  const customer = await signUp(first.url);
  await createBrand(customer, 'Kept');
  expect(await modeOf(dataDir)).toBe('700');
  expect(await modeOf(join(dataDir, 'secret.key'))).toBe('600');
  expect(await modeOf(join(dataDir, 'postgres', 'password'))).toBe('600');
  expect(await modeOf(join(dataDir, 'postgres', 'data'))).toBe('700');
  const secret = await readFile(join(dataDir, 'secret.key'), 'utf8');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await first.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(await findOrphans(join(dataDir, 'postgres', 'data'))).toEqual([]);
  // Without a terminal it writes JSON lines, tells no secret and makes no demo.
  expect(first.lines.filter(({ level }) => level === 0)).toEqual([]);
  expect(JSON.stringify(first.lines)).not.toMatch(/sk_test_[\w-]{8}|token=|demo/i);

  const second = await products.start({ cwd });
  const { brands } = await customer
    .at(second.url)
    .ask<{ brands: { nodes: { name: string }[] } }>('{ brands { nodes { name } } }');
  expect(brands.nodes).toEqual([{ name: 'Kept' }]);
  expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe(secret);
  // Nothing to migrate: the second start says nothing of it.
  expect(second.lines.filter((line) => line.msg === 'database migrated')).toEqual([]);
  const rows = await query<{ super: boolean; bypass: boolean }>(
    await embeddedUrl(dataDir),
    `select rolsuper as super, rolbypassrls as bypass from pg_class join pg_roles on pg_roles.oid = relowner where relname = 'brand'`,
  );
  expect(rows).toEqual([{ super: false, bypass: false }]);
});

/** What it says on stderr before it ends with 1. */
async function failure(options: ProductOptions): Promise<string[]> {
  const product = await products.launch(options);
  expect(await product.exit).toEqual({ code: 1, signal: null });
  expect(
    product.lines.filter(({ msg }) => /^Answerscope (worker started|listens)/.test(msg)),
  ).toEqual([]);
  return product.stderr().trimEnd().split('\n');
}

test.each([
  ['PORT', 'all'],
  ['METRICS_PORT', 'worker'],
])('a %s in use is one line, and the end', async (name, ROLE) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  try {
    const env = { ROLE, DATABASE_URL: database.url, SECRET_KEY, [name]: String(port) };
    expect(await failure({ env })).toEqual([
      `Port ${port} on 127.0.0.1 is in use by another program: set ${name} to a free one.`,
    ]);
  } finally {
    taken.close();
  }
});

test('all settings at fault are named at once', async () => {
  const [first, ...faults] = await failure({
    env: {
      PORT: 'many',
      ROLE: 'boss',
      DATABASE_URL: 'mysql://x',
      SECRET_KEY: 'short',
      SANDBOX_RATES: 'chatgpt=2',
      CHATGPT_BASE_URL: 'ftp://x',
    },
  });
  expect(first).toMatch(/^Invalid settings/);
  expect(faults.map((line) => /^ {2}- (\w+): /.exec(line)?.[1])).toEqual([
    'PORT',
    'DATABASE_URL',
    'SECRET_KEY',
    'ROLE',
    'SANDBOX_RATES',
    'CHATGPT_BASE_URL',
  ]);
});

test('a data folder that cannot be written is one line', async () => {
  const folder = await products.folder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  const nowhere = join(folder, 'nowhere');
  await symlink(join(folder, 'gone'), nowhere);
  const places = ['/sys/nothing/data', '/proc/x/y/z', file, join(file, 'data'), nowhere];
  const settings: { DATA_DIR: string; SECRET_KEY?: string }[] = [
    ...places.map((DATA_DIR) => ({ DATA_DIR })),
    { DATA_DIR: '/proc/x', SECRET_KEY },
  ];
  for (const env of settings)
    await expect(createApp(loadConfig({ ...env }), quiet)).rejects.toThrow(
      new RegExp(`^The data folder ${env.DATA_DIR} cannot be used.*DATA_DIR to another folder`),
    );
  const said = await failure({ env: { DATA_DIR: '/proc/x' } });
  expect(said).toEqual([
    expect.stringMatching(/^The data folder .proc.x cannot be used.*DATA_DIR/),
  ]);
});

test('a database that does not answer is one line', async () => {
  const said = await failure({
    env: { DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/nothing' },
  });
  expect(said).toEqual([expect.stringMatching(/DATABASE_URL/)]);
  expect(said[0]).not.toContain('secret-word');
});

test.each(['20.19.5', '22.17.1'])('Node %s is refused in one line', async (version) => {
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
  expect(await failure({ nodeArgs: ['--import', older] })).toEqual([
    `Answerscope needs Node 22.18 or later; this is ${version}. "npm start" uses its own Node.`,
  ]);
});
