import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadConfig } from '../../../src/config/config.js';
import { migrate } from '../../../src/database/migrate.js';
import { newId } from '../../../src/domain/accounts/id.js';
import { createLog } from '../../../src/observability/log.js';
import { createRuntime, type Runtime } from '../../../src/runtime.js';
import {
  ensureAccount,
  hasAccount,
  listMemberships,
} from '../../../src/services/accounts/account.js';
import { listMail } from '../../../src/services/accounts/mail.js';
import { createUser, findUserByEmail, readUser } from '../../../src/services/accounts/user.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/run/database.js';

let database: TestDatabase;
let runtime: Runtime;
const dataDir = mkdtempSync(join(tmpdir(), 'answerscope user '));
const quiet = createLog({ level: 'silent', format: 'json' });
const migrated = async (url: string) => void (await migrate(url, quiet));
const PASSWORD = 'correct horse';

beforeAll(async () => {
  database = await createTestDatabase(migrated);
  const config = loadConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, SIGNUP: 'off' });
  runtime = await createRuntime({ config, log: quiet, supervise: false });
  const taken = { email: 'taken@example.com', password: PASSWORD, name: 'Taken' };
  await createUser(runtime.deps, taken);
});

afterAll(async () => {
  await runtime?.dispose();
  await database?.dispose();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a user is made without a session, can sign in, and is found in any case of letters', async () => {
  const { deps, database: opened } = runtime;
  const made = await createUser(deps, {
    email: 'Ada@Example.com',
    password: PASSWORD,
    name: ' Ada ',
  });
  const shown = { email: 'ada@example.com', name: 'Ada', emailConfirmed: true };
  expect(made).toEqual({ ...shown, id: expect.any(String) });
  expect((await opened.pool.query('select from auth."session"')).rowCount).toBe(0);
  expect(await findUserByEmail(deps, 'ADA@example.com ')).toEqual(made);
  expect(await readUser(deps, made.id)).toEqual(made);
  const { user } = await deps.auth.api.signInEmail({
    body: { email: made.email, password: PASSWORD },
  });
  expect(user.id).toBe(made.id);
});

test('nobody is found where nobody is', async () => {
  expect(await findUserByEmail(runtime.deps, 'nobody@example.com')).toBeNull();
  await expect(readUser(runtime.deps, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each([
  [{ email: 'taken@example.com' }, 'CONFLICT', 'email'],
  [{ email: 'ada' }, 'BAD_INPUT', 'email'],
  [{ email: '' }, 'BAD_INPUT', 'email'],
  [{ password: '' }, 'BAD_INPUT', 'password'],
  [{ password: '1234567' }, 'BAD_INPUT', 'password'],
  [{ password: 'x'.repeat(129) }, 'BAD_INPUT', 'password'],
  [{ name: ' ' }, 'BAD_INPUT', 'name'],
  [{ name: 'x'.repeat(201) }, 'BAD_INPUT', 'name'],
])('%j is refused as %s', async (part, code, field) => {
  const input = { email: 'bob@example.com', password: PASSWORD, name: 'Bob', ...part };
  await expect(createUser(runtime.deps, input)).rejects.toMatchObject({ code, details: { field } });
});

test('of two who are made at once with one e-mail address, one is refused', async () => {
  const input = { email: 'twin@example.com', password: PASSWORD, name: 'Twin' };
  const ends = await Promise.allSettled([1, 2].map(() => createUser(runtime.deps, input)));
  const refused = ends.filter((end) => end.status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'CONFLICT', details: { field: 'email' } } }]);
});

test('a user’s places are listed, the first one first', async () => {
  const { deps, database: opened } = runtime;
  const [user, host] = await Promise.all(
    ['guest', 'host'].map((name) =>
      createUser(deps, { email: `${name}@example.com`, password: PASSWORD, name }),
    ),
  );
  if (!user || !host) throw new Error('not made');
  expect(await listMemberships(deps, user.id)).toEqual([]);
  const own = await ensureAccount(deps, user, 'operator');
  const { accountId } = await ensureAccount(deps, host, 'operator');
  await opened.pool.query(
    `insert into auth."member" (id, "organizationId", "userId", role, "createdAt") values ($1, $2, $3, 'member', now())`,
    [newId(), accountId, user.id],
  );
  expect(await listMemberships(deps, user.id)).toEqual([
    { accountId: own.accountId, role: 'owner' },
    { accountId, role: 'member' },
  ]);
  expect(await hasAccount(deps, accountId)).toBe(true);
  expect(await hasAccount(deps, newId())).toBe(false);
});

test('mail that no server took is kept, newest first', async () => {
  const { deps } = runtime;
  for (const to of ['a@example.com', 'B@example.com'])
    await deps.mail.send({ to, subject: `to ${to}`, text: 'Hello' });
  const all = await listMail(deps, { recipient: null, limit: 10 });
  expect(all).toMatchObject([
    {
      recipient: 'B@example.com',
      subject: 'to B@example.com',
      body: 'Hello',
      sentAt: null,
      createdAt: expect.any(Date),
    },
    { recipient: 'a@example.com' },
  ]);
  expect(await listMail(deps, { recipient: null, limit: 1 })).toEqual(all.slice(0, 1));
  expect(await listMail(deps, { recipient: 'b@example.com', limit: 10 })).toEqual(all.slice(0, 1));
});
