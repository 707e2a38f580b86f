import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { loadConfig } from '../../src/config/config.js';
import { hashApiKey } from '../../src/domain/accounts/api-key.js';
import { findPostmaster } from '../../src/postgres/postmaster.js';
import { startPostgres } from '../../src/postgres/server.js';
import { createRuntime } from '../../src/runtime.js';
import { findKeyByHash } from '../../src/services/accounts/known-key.js';
import { quiet } from '../helpers/app.js';
import { createOperator, type Operator } from './operator.js';

/** Commands beside a server that runs, and beside none. */

let operator: Operator | undefined;
const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  await operator?.dispose();
});

test('commands work beside a running server, many at once, and it hears of them', async () => {
  operator = await createOperator();
  const { ask } = operator;
  const runtime = await createRuntime({
    config: loadConfig(operator.env),
    log: quiet,
    supervise: true,
  });
  opened.push(runtime.dispose);
  await ask('account create --email ada@example.com --password correct-horse');
  const made = await Promise.all(
    [1, 2, 3].map((at) => ask(`key create --email ada@example.com --name n${at}`)),
  );
  expect(new Set(made.map(({ key }) => key)).size).toBe(3);
  const [{ id, key }] = made;
  expect(await findKeyByHash(runtime.deps, hashApiKey(key))).toMatchObject({
    keyId: id,
    revokedAt: null,
  });

  const heard = new Promise((resolve) => runtime.deps.events.on('key', resolve));
  await ask(`key revoke --email ada@example.com ${id}`);
  expect(await heard).toEqual({ topic: 'key', keyId: id });
  expect(await findKeyByHash(runtime.deps, hashApiKey(key))).toMatchObject({
    revokedAt: expect.any(Date),
  });
});

test('the embedded database is shared, and stopped when nobody is left', async () => {
  operator = await createOperator({ database: false });
  const { ask, dataDir } = operator;
  const data = `${dataDir}/postgres/data`;
  const { userId } = await ask('account create --email ada@example.com --password correct-horse');
  expect(await findPostmaster(data)).toBeNull();

  const server = await startPostgres({ dataDir, log: { info: () => {}, warn: () => {} } });
  opened.push(server.dispose);
  const before = await findPostmaster(data);
  await ask('account set-tier --email ada@example.com --tier scale');
  expect(await findPostmaster(data)).toEqual(before);
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  const { rows } = await client.query('select id from auth."user"');
  await client.end();
  expect(rows).toEqual([{ id: userId }]);
});

test('a signal ends a command at once and leaves nothing behind', async () => {
  operator = await createOperator();
  const client = new pg.Client({ connectionString: operator.databaseUrl });
  await client.connect();
  opened.push(() => client.end());
  const others = async (): Promise<number> =>
    (
      await client.query(
        'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    ).rowCount ?? 0;

  // Held up in the middle of its work.
  await client.query('begin');
  await client.query('lock table auth.mail');
  const ended = await operator.spawn('mail list', {
    meet: async (child) => {
      while (!(await client.query(`select from pg_locks where not granted`)).rowCount)
        await sleep(20);
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  });
  expect(ended).toMatchObject({ code: null, signal: 'SIGTERM', stdout: '', stderr: '' });
  await client.query('rollback');
  while ((await others()) > 0) await sleep(20);
});

test('a statement the database gives up on is the system’s fault', async () => {
  operator = await createOperator();
  // The first start gives the product's login its rights, which waits for the table as well.
  await operator.ask('mail list');
  const client = new pg.Client({ connectionString: operator.databaseUrl });
  await client.connect();
  opened.push(() => client.end());
  await client.query('begin');
  await client.query('lock table auth.mail');
  const { code, stdout, stderr } = await operator.run('mail list --json');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(JSON.parse(stderr).error).toEqual({
    code: 'DEGRADED',
    message:
      'the command failed: canceling statement due to lock timeout (set LOG_LEVEL=debug for details)',
  });
});
