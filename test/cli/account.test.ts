import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { LIMIT_NAMES } from '../../src/domain/accounts/tier.js';
import { createOperator, errorOf, type Operator } from './operator.js';

let operator: Operator;
let client: pg.Client;
let ada: { accountId: string; userId: string };

const PASSWORD = 'correct-horse';
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  Number((await client.query(`select count(*) from ${sql}`, values)).rows[0].count);

beforeAll(async () => {
  operator = await createOperator();
  client = new pg.Client({ connectionString: operator.databaseUrl });
  await client.connect();
  ada = await operator.ask(
    `account create --email Ada@Example.com --password ${PASSWORD} --tier growth`,
  );
});

afterAll(async () => {
  await client.end();
  await operator.dispose();
});

test('create makes a user and their account, and leaves no session behind', async () => {
  expect(ada).toEqual({ accountId: expect.stringMatching(ID), userId: expect.stringMatching(ID) });
  expect(await count(`auth."user" where id = $1 and email = 'ada@example.com'`, [ada.userId])).toBe(
    1,
  );
  expect(
    await count(`auth."member" where "organizationId" = $1 and role = 'owner'`, [ada.accountId]),
  ).toBe(1);
  expect(await count('auth."session"')).toBe(0);
});

test('create refuses what cannot be', async () => {
  const mistakes: [args: string, message: string][] = [
    [
      `--email ADA@example.com --password ${PASSWORD}`,
      'email ADA@example.com belongs to a user already',
    ],
    [`--email bob --password ${PASSWORD}`, 'email bob is no e-mail address'],
    ['--email bob@b.com --password short', 'password must have at least 8 characters'],
  ];
  const ends = mistakes.map(([args]) => operator.run(`account create ${args}`));
  for (const [at, ended] of (await Promise.all(ends)).entries()) {
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: `error: --${mistakes[at]?.[1]}\n` });
  }
  expect(await count(`auth."user" where email like 'bob%'`)).toBe(0);
});

test('create reads the password from the input, and works while sign-up is off', async () => {
  const create = 'account create --email carol@example.com --password - --name Carol';
  const short = await operator.run(`${create} --json`, { input: '1234567\nlong enough' });
  expect(short.code).toBe(1);
  expect(errorOf(short).message).toBe('--password must have at least 8 characters');
  await operator.ask(create, {
    input: 'pass word with spaces \nnot this line',
    env: { SIGNUP: 'off' },
  });
  const { stdout } = await operator.run('account show --email carol@example.com');
  expect(stdout).toMatch(/^account {2}\S+\nname {5}Carol\ntier {5}free\n\nbrands +1\n/);
});

test('two creates at once make one account', async () => {
  const create = () =>
    operator.run(`account create --email twin@example.com --password ${PASSWORD} --json`);
  const ended = await Promise.all([create(), create()]);
  expect(ended.map(({ code }) => code).sort()).toEqual([0, 1]);
  const loser = ended.find(({ code }) => code === 1);
  expect(loser && errorOf(loser).code).toBe('CONFLICT');
  expect(await count(`auth."user" where email = 'twin@example.com'`)).toBe(1);
});

test('set-tier changes what an account may use', async () => {
  const ended = await operator.run(`account set-tier --account ${ada.accountId} --tier scale`);
  expect(ended).toMatchObject({
    code: 0,
    stdout: `${ada.accountId} is on tier scale\n`,
    stderr: '',
  });
  expect(
    await count(`account_setting where account_id = $1 and tier = 'scale'`, [ada.accountId]),
  ).toBe(1);
});

test('set-limits sets what is named, and none takes it back', async () => {
  await operator.run(`account set-tier --account ${ada.accountId} --tier scale`);
  const selected = `account set-limits --account ${ada.accountId}`;
  const all = LIMIT_NAMES.map(
    (name, at) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${at}`,
  );
  const set = await operator.ask(`${selected} ${all.join(' ')}`);
  expect(set.ownLimits).toEqual(Object.fromEntries(LIMIT_NAMES.map((name, at) => [name, at])));
  expect(set.limits).toEqual(set.ownLimits);
  const back = await operator.ask(`${selected} --brands none --requests-per-hour none`);
  expect(back.limits).toMatchObject({ brands: 100, requestsPerHour: 100_000, requestsPerDay: 5 });
  expect(back.ownLimits).not.toHaveProperty('brands');
  expect((await operator.run(`account show --account ${ada.accountId}`)).stdout).toMatch(
    /\nbrands +100\nscans-per-day +1 +own\n/,
  );
});

test('nobody’s account is a clear mistake', async () => {
  const absent = '0190a1b2-0000-7000-8000-000000000000';
  const mistakes: [string, string][] = [
    ['--email nobody@example.com', '--email nobody@example.com does not belong to a user'],
    [`--account ${absent}`, `--account ${absent} does not exist`],
    [
      `--email ada@example.com --account ${absent}`,
      `--account ${absent} is not an account of ada@example.com`,
    ],
  ];
  const ends = await Promise.all(
    mistakes.map(([args]) => operator.run(`account show ${args} --json`)),
  );
  for (const [at, ended] of ends.entries()) {
    expect(ended.code).toBe(1);
    expect(errorOf(ended)).toEqual({ code: 'NOT_FOUND', message: mistakes[at]?.[1] });
  }
});

test('someone in several accounts has to be told which', async () => {
  const eve = await operator.ask(`account create --email eve@example.com --password ${PASSWORD}`);
  await client.query(
    `insert into auth."member" (id, "organizationId", "userId", role, "createdAt") values (gen_random_uuid(), $1, $2, 'viewer', now())`,
    [ada.accountId, eve.userId],
  );
  const ended = await operator.run('account set-tier --email eve@example.com --tier scale --json');
  expect(ended.code).toBe(1);
  expect(errorOf(ended).message).toContain(`${eve.accountId} (owner), ${ada.accountId} (viewer)`);
  const chosen = `--email eve@example.com --account ${eve.accountId}`;
  expect(await operator.ask(`account set-tier ${chosen} --tier starter`)).toEqual({
    accountId: eve.accountId,
    tier: 'starter',
  });
});

test('reset-password sets a given one, or lets its user set one; sessions end', async () => {
  const email = 'lost@example.com';
  const { userId } = await operator.ask(`account create --email ${email} --password ${PASSWORD}`);
  const digest = async () =>
    (await client.query('select password from auth.account where "userId" = $1', [userId])).rows[0]
      .password;
  const signIn = () =>
    client.query(
      `insert into auth."session" (id, "expiresAt", token, "updatedAt", "userId")
       values (gen_random_uuid(), now() + interval '1 day', gen_random_uuid(), now(), $1)`,
      [userId],
    );
  const before = await digest();
  await signIn();
  const made = await operator.ask(`account reset-password --email ${email}`);
  expect(made).toMatchObject({ userId, token: expect.stringMatching(/^[\w-]{32}$/) });
  expect(made.link).toBe(`http://127.0.0.1:4000/reset-password?token=${made.token}`);
  expect(await digest()).toBe(before);
  expect(await count('auth."session" where "userId" = $1', [userId])).toBe(0);

  await signIn();
  const set = await operator.run(`account reset-password --email ${email} --password -`, {
    input: 'another password\n',
  });
  expect(set).toMatchObject({
    code: 0,
    stdout: `The password of ${email} is reset and all sessions are ended.\n`,
  });
  expect(await digest()).not.toBe(before);
  expect(await count('auth."session" where "userId" = $1', [userId])).toBe(0);
  const short = await operator.run(`account reset-password --email ${email} --password short`);
  expect(short).toMatchObject({
    code: 1,
    stderr: 'error: --password must have at least 8 characters\n',
  });
});
