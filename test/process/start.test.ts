import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { findOrphans } from '../../src/postgres/postmaster.js';
import { createBrand, signUp } from '../helpers/client/customer.js';
import { createProducts, type ProductOptions } from '../helpers/product.js';
import { embeddedUrl, query } from './ground.js';

const products = createProducts();
afterEach(products.rest);
afterAll(products.dispose);

const modeOf = async (path: string): Promise<string> =>
  ((await stat(path)).mode & 0o777).toString(8);

async function failure(options: ProductOptions) {
  const product = await products.launch(options);
  const { code } = await product.exit;
  return { code, said: product.stderr().trimEnd().split('\n') };
}

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
  const memory = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${second.pid}/status`, 'utf8'));
  console.info(
    `ready after ${Math.round(second.readyMs)} ms; ${Math.round(Number(memory?.[1]) / 1_024)} MB`,
  );
});

test('a port in use is one line, and the end', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  try {
    expect(await failure({ env: { PORT: String(port) } })).toEqual({
      code: 1,
      said: [`Port ${port} on 127.0.0.1 is in use by another program: set PORT to a free one.`],
    });
  } finally {
    taken.close();
  }
});

test('all settings at fault are named at once', async () => {
  const { code, said } = await failure({
    env: {
      PORT: 'many',
      ROLE: 'boss',
      DATABASE_URL: 'mysql://x',
      SECRET_KEY: 'short',
      SANDBOX_RATES: 'chatgpt=2',
      CHATGPT_BASE_URL: 'ftp://x',
    },
  });
  expect(code).toBe(1);
  expect(said[0]).toMatch(/^Settings/);
  expect(said.slice(1).map((line) => /^ {2}- (\w+): /.exec(line)?.[1])).toEqual([
    'PORT',
    'DATABASE_URL',
    'SECRET_KEY',
    'ROLE',
    'SANDBOX_RATES',
    'CHATGPT_BASE_URL',
  ]);
});

test("another major version's data folder is refused, with the ways out", async () => {
  const cwd = await products.folder();
  const data = join(cwd, '.data', 'postgres', 'data');
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'PG_VERSION'), '17\n');
  const { code, said } = await failure({ cwd });
  expect(code).toBe(1);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/PostgreSQL 17.*PostgreSQL 18.*pg_dump.*DATA_DIR.*DATABASE_URL/);
});

test('a data folder that cannot be written is one line', async () => {
  const cwd = await products.folder();
  await writeFile(join(cwd, 'file'), '');
  const nowhere = join(cwd, 'nowhere');
  await symlink(join(cwd, 'gone'), nowhere);
  const file = join(cwd, 'file');
  const SECRET_KEY = 'a secret of this test, long enough';
  for (const env of [
    ...['/sys/nothing/data', '/proc/x', '/proc/x/y/z', file, join(file, 'data'), nowhere].map(
      (DATA_DIR) => ({ DATA_DIR }),
    ),
    { DATA_DIR: '/proc/x', SECRET_KEY },
  ]) {
    const { DATA_DIR } = env;
    const { code, said } = await failure({ cwd, env });
    expect(code).toBe(1);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`The data folder ${DATA_DIR} cannot be used`);
    expect(said[0]).toMatch(/DATA_DIR to another folder/);
  }
});

test('a database that does not answer is one line', async () => {
  const { code, said } = await failure({
    env: { DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/nothing' },
  });
  expect(code).toBe(1);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/DATABASE_URL/);
  expect(said[0]).not.toContain('secret-word');
});

test.each(['20.19.5', '22.17.1'])('Node %s is refused in one line', async (version) => {
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
  const { code, said } = await failure({ nodeArgs: ['--import', older] });
  expect(code).toBe(1);
  expect(said).toEqual([
    `Answerscope needs Node 22.18 or later; this is ${version}. "npm start" brings its own.`,
  ]);
});
