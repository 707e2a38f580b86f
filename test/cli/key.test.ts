import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { isApiKey } from '../../src/domain/accounts/api-key.js';
import { createOperator, errorOf, type Operator } from './operator.js';

let operator: Operator;
const EMAIL = '--email ada@example.com';

beforeAll(async () => {
  operator = await createOperator();
  await operator.ask(`account create ${EMAIL} --password correct-horse --tier growth`);
});

afterAll(() => operator.dispose());

test('create makes a key of either format and environment', async () => {
  const own = '--email own@example.com';
  await operator.ask(`account create ${own} --password correct-horse --tier growth`);
  const live = await operator.ask(
    `key create ${own} --scopes read,write --environment live --name first`,
  );
  expect(live).toEqual({
    key: expect.any(String),
    id: expect.any(String),
    prefix: expect.any(String),
  });
  expect(live.key).toMatch(/^sk_live_/);
  expect(live.key.startsWith(live.prefix)).toBe(true);
  const tested = await operator.ask(`key create ${own} --scopes admin --environment test`);
  expect(tested.key).toMatch(/^sk_test_/);
  const service = await operator.ask(`key create ${own} --format service --expires 2099-01-31`);
  expect(service.key).toMatch(/^service_[0-9a-f]{24}$/);
  for (const { key } of [live, tested, service]) expect(isApiKey(key)).toBe(true);

  const { keys } = await operator.ask(`key list ${own}`);
  expect(keys).toMatchObject([
    {
      id: service.id,
      scopes: ['read', 'write'],
      expiresAt: '2099-01-31T00:00:00.000Z',
      state: 'active',
    },
    { id: tested.id, scopes: ['admin'], environment: 'test', name: 'command line' },
    { id: live.id, scopes: ['read', 'write'], environment: 'live', name: 'first', expiresAt: null },
  ]);
  expect(JSON.stringify(keys)).not.toContain(live.key);
});

test('create and list print for people', async () => {
  const made = await operator.run(`key create ${EMAIL} --scopes read --name red`);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toMatch(
    /^key {10}sk_live_\w+\nid {11}\S+\nscopes {7}read\nenvironment {2}live\nexpires {6}never\n$/,
  );
  const { stdout } = await operator.run(`key list ${EMAIL}`);
  const [head, newest] = stdout.split('\n');
  expect(head).toMatch(/^ID +KEY +DATA +SCOPES +STATE +LAST USED +EXPIRES +NAME$/);
  expect(newest).toMatch(/ sk_live_\w{4}… +live +read +active +- +- +red$/);
});

test('revoke ends a key', async () => {
  const { id, prefix } = await operator.ask(`key create ${EMAIL} --environment test`);
  expect(await operator.ask(`key revoke ${EMAIL} ${id}`)).toEqual({
    id,
    prefix,
    revokedAt: expect.any(String),
  });
  expect((await operator.ask(`key list ${EMAIL}`)).keys[0]).toMatchObject({ id, state: 'revoked' });
});

test('keys of others are as good as none', async () => {
  await operator.ask('account create --email eve@example.com --password correct-horse');
  const { id } = await operator.ask('key create --email eve@example.com');
  const ended = await operator.run(`key revoke ${EMAIL} ${id} --json`);
  expect(ended.code).toBe(1);
  expect(errorOf(ended)).toEqual({ code: 'NOT_FOUND', message: 'API key not found' });
});

test('create refuses what a key cannot be', async () => {
  const [hostile, admin, name] = await Promise.all([
    operator.run(`key create ${EMAIL} --name \u001b[31mred\u0007 --json`),
    operator.run(`key create ${EMAIL} --format service --scopes read,write,admin --json`),
    operator.run(`key create ${EMAIL} --name ${'n'.repeat(201)} --json`),
  ]);
  expect(errorOf(hostile).message).toBe('--name must not contain control characters');
  expect(errorOf(admin).message).toBe('--scopes must be read and write for a service key');
  expect(errorOf(name).message).toBe('--name must have at most 200 characters');
});

test('mail list shows what was written, newest first', async () => {
  const client = new pg.Client({ connectionString: operator.databaseUrl });
  await client.connect();
  for (const [at, recipient] of ['ada@example.com', 'eve@example.com'].entries()) {
    await client.query(
      `insert into auth.mail (id, recipient, subject, body, created_at) values ($1, $2, 'Hello', $3, $4)`,
      [
        `0190a1b2-0000-7000-8000-00000000000${at}`,
        recipient,
        `Open this\u001b]0;x\u0007\nand that`,
        `2026-01-0${at + 1}T00:00:00Z`,
      ],
    );
  }
  await client.end();
  const [all, one] = await Promise.all([
    operator.ask('mail list'),
    operator.run('mail list --to ADA@example.com --limit 1'),
  ]);
  expect(all.messages).toMatchObject([
    { recipient: 'eve@example.com' },
    { recipient: 'ada@example.com' },
  ]);
  expect(one.stdout).toBe(
    '2026-01-01T00:00:00Z  not sent  ada@example.com  Hello\n  Open this]0;x\n  and that\n',
  );
});
