import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { call } from '../../helpers/client/http.js';
import { lastMail, newAddress, postAuth, signUp } from '../../helpers/client/sign-in.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';

const MINUTE_MS = 60_000;
const clock = createClock();
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' }, { now: clock.now });
});
afterAll(() => app.dispose());
// Each test has windows of its own.
beforeEach(() => clock.move(120 * MINUTE_MS));

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const signIn = (email: string, password: string, from = newAddress()) =>
  postAuth(app, '/sign-in/email', { email, password }, { from });
const repeat = async (times: number, one: (at: number) => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) statuses.push((await one(at)).status);
  return statuses;
};
const times = (count: number, status: number) => Array<number>(count).fill(status);

describe('wrong passwords for one account', () => {
  test('are ten in fifteen minutes, from wherever they come, also when nobody has the address', async () => {
    const { email } = await signUp(app);
    for (const tried of [email, 'nobody.at.all@example.com']) {
      expect(await repeat(12, () => signIn(tried, 'a guess'))).toEqual([
        ...times(10, 401),
        ...times(2, 429),
      ]);
      const refused = await signIn(tried.toUpperCase(), 'a guess');
      expect(refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(10);
    }
    clock.move(16 * MINUTE_MS);
    expect(await statusOf(signIn(email, 'a guess'))).toBe(401);
  });

  test('are no more when they come all at once', async () => {
    const { email } = await signUp(app);
    const answers = await Promise.all(Array.from({ length: 60 }, () => signIn(email, 'a guess')));
    const tried = answers.filter(({ status }) => status !== 429);
    expect(tried.length).toBeLessThanOrEqual(10);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(50);
  });

  test('do not shut the owner out where they signed in lately, nor who follows a mailed link', async () => {
    const home = newAddress();
    const { email, password } = await signUp(app);
    expect(await statusOf(signIn(email, password, home))).toBe(200);
    expect(await repeat(11, () => signIn(email, 'a guess'))).toEqual([...times(10, 401), 429]);
    const away = newAddress();
    expect(await statusOf(signIn(email, password, away))).toBe(429);
    expect(await statusOf(signIn(email, password, home))).toBe(200);

    await postAuth(app, '/request-password-reset', { email });
    const token = /"token": "([^"]+)"/.exec((await lastMail(app, email))?.body ?? '')?.[1];
    const newPassword = 'set from somewhere else';
    const reset = postAuth(app, '/reset-password', { token, newPassword }, { from: away });
    expect(await statusOf(reset)).toBe(200);
    expect(await statusOf(signIn(email, newPassword, away))).toBe(200);

    // What is known is a digest, and guesses from there are counted like all others.
    const known = await sql<{ network: string }>(
      app.databaseUrl,
      'select * from auth.known_address',
    );
    expect(known.length).toBeGreaterThan(1);
    expect(JSON.stringify(known)).not.toContain(home);
    clock.move(2 * MINUTE_MS);
    expect(await repeat(9, () => signIn(email, 'a guess', home))).toEqual(times(9, 401));
    clock.move(2 * MINUTE_MS);
    expect(await repeat(2, () => signIn(email, 'a guess', home))).toEqual([401, 429]);
  });

  test('do not count what was right', async () => {
    const { email, password } = await signUp(app);
    expect(await repeat(12, () => signIn(email, password))).toEqual(times(12, 200));
    expect(await statusOf(signIn(email, 'a guess'))).toBe(401);
  });

  test('count together with those at the change of the password', async () => {
    const { email, password, cookie } = await signUp(app);
    const change = (currentPassword: string) =>
      postAuth(
        app,
        '/change-password',
        { currentPassword, newPassword: 'another password' },
        { cookie, headers: { origin: app.url } },
      );
    expect(await repeat(5, () => change('a guess'))).toEqual(times(5, 400));
    expect(await repeat(5, () => signIn(email, 'a guess'))).toEqual(times(5, 401));
    expect(await statusOf(change('a guess'))).toBe(429);
    expect(await statusOf(change(password))).toBe(429);
    const all = await Promise.all(Array.from({ length: 100 }, () => change('a guess')));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([429]));
    clock.move(16 * MINUTE_MS);
    expect(await statusOf(change(password))).toBe(200);
  });
});

test('twenty networks are remembered of a user, the latest', async () => {
  const { email, password } = await signUp(app);
  for (let at = 0; at < 21; at += 1) await signIn(email, password);
  const [row] = await sql<{ count: number }>(
    app.databaseUrl,
    `select count(*)::int as count from auth.known_address where user_id = (select id from auth."user" where email = $1)`,
    [email],
  );
  expect(row?.count).toBe(20);
});

test('two processes count together', async () => {
  const other = await startApp(
    { TRUST_PROXY: '1' },
    { now: clock.now, databaseUrl: app.databaseUrl },
  );
  try {
    const email = 'counted.by.two@example.com';
    const guess = (at: number) =>
      postAuth(at % 2 === 0 ? app : other, '/sign-in/email', { email, password: 'a guess' });
    expect(await repeat(12, guess)).toEqual([...times(10, 401), ...times(2, 429)]);
  } finally {
    await other.dispose();
  }
});

test('a network of IPv6 is one address', async () => {
  const guess = (at: number) =>
    signIn(`${at}@example.com`, 'a guess', `2001:db8:7:7:${at}::${at + 1}`);
  expect(await repeat(11, guess)).toEqual([...times(10, 401), 429]);
  expect(await statusOf(signIn('9@example.com', 'a guess', '2001:db8:7:8::1'))).toBe(401);
});

test('an address fails thirty times in fifteen minutes, whatever it fails at', async () => {
  const from = newAddress();
  const { email } = await signUp(app);
  const probe = () =>
    postAuth(app, '/sign-up/email', { email, password: 'a password', name: 'P' }, { from });
  expect(await repeat(10, probe)).toEqual(times(10, 409));
  expect(await repeat(10, (at) => signIn(`${at}@example.org`, 'a guess', from))).toEqual(
    times(10, 401),
  );
  const spent = { token: 'never-made', newPassword: 'a password' };
  const reset = () => postAuth(app, '/reset-password', spent, { from });
  expect(await repeat(10, reset)).toEqual(times(10, 400));
  clock.move(2 * MINUTE_MS);
  expect(await statusOf(probe())).toBe(429);
  expect(await statusOf(signIn('someone@example.org', 'a guess', from))).toBe(429);
  expect(await statusOf(reset())).toBe(429);
  clock.move(16 * MINUTE_MS);
  expect(await statusOf(probe())).toBe(409);
});

test('an address signs up ten times a minute and thirty times an hour', async () => {
  const from = newAddress();
  const up = (at: number) =>
    postAuth(
      app,
      '/sign-up/email',
      { email: `crowd${at}@example.com`, password: 'a password', name: 'C' },
      { from },
    );
  for (const at of [0, 11, 22]) {
    expect(await repeat(11, (more) => up(at + more))).toEqual([...times(10, 200), 429]);
    clock.move(2 * MINUTE_MS);
  }
  expect(await statusOf(up(33))).toBe(429);
});

describe('mails', () => {
  const countMails = async (recipient: string): Promise<number> => {
    const [row] = await sql<{ count: number }>(
      app.databaseUrl,
      'select count(*)::int as count from auth.mail where recipient = $1',
      [recipient],
    );
    return row?.count ?? 0;
  };

  test('to set a new password are three an hour, asked for from wherever', async () => {
    const { email } = await signUp(app);
    const ask = (to: string) => postAuth(app, '/request-password-reset', { email: to });
    for (const to of [email, 'unknown.to.all@example.com'])
      expect(await repeat(5, () => ask(to))).toEqual([...times(3, 200), ...times(2, 429)]);
    expect((await ask(email.toUpperCase())).json()).toMatchObject({
      error: { code: 'RATE_LIMITED', message: expect.stringMatching(/^email: /) },
    });
    expect(await countMails(email)).toBe(3);
    clock.move(62 * MINUTE_MS);
    expect(await statusOf(ask(email))).toBe(200);
  });

  test('are thirty an hour from one address, whoever gets them', async () => {
    const from = newAddress();
    const ask = async (at: number) => {
      if (at % 5 === 0) clock.move(1.5 * MINUTE_MS);
      return postAuth(app, '/request-password-reset', { email: `m${at}@example.com` }, { from });
    };
    expect(await repeat(31, ask)).toEqual([...times(30, 200), 429]);
  });

  describe('of an invitation', () => {
    let owner: TestAccount;
    beforeAll(async () => {
      owner = await app.createAccount();
    });
    const invite = (
      email: string,
      more: object = { organizationId: owner.accountId },
      by = owner.cookie,
    ) =>
      postAuth(
        app,
        '/organization/invite-member',
        { email, role: 'member', resend: true, ...more },
        { cookie: by, headers: { origin: app.url } },
      );

    test('are three an hour to one address', async () => {
      const to = 'invited.often@example.com';
      await call(app.url, 'GET', '/api/me', { headers: { cookie: owner.cookie } });
      expect(await repeat(5, () => invite(to))).toEqual([...times(3, 200), ...times(2, 429)]);
      expect(await countMails(to)).toBe(3);
      expect(await statusOf(invite('another@example.com'))).toBe(200);
    });

    test('are no more for another spelling of the account or of the address', async () => {
      const to = 'spelled.otherwise@example.com';
      const spellings = [owner.accountId, owner.accountId.toUpperCase()];
      expect(
        await repeat(4, (at) => invite(to.toUpperCase(), { organizationId: spellings[at % 2] })),
      ).toEqual([...times(3, 200), 429]);
      expect(await countMails(to)).toBe(3);
    });

    test('are not used up by who may send none', async () => {
      const to = 'not.invited.yet@example.com';
      const stranger = await app.createAccount();
      const more = { organizationId: owner.accountId };
      const refused = await repeat(5, () => invite(to, more, stranger.cookie));
      expect(refused).toEqual(times(5, refused[0] ?? 0));
      expect([400, 403]).toContain(refused[0]);
      expect(await statusOf(invite(to))).toBe(200);
    });
  });
});

test('while nothing can be counted, nobody tries a password', async () => {
  const { email, password } = await signUp(app);
  await sql(app.databaseUrl, 'alter table auth.rate_window rename to hidden');
  try {
    const answer = await signIn(email, password);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    const up = { email: 'new@example.com', password, name: 'N' };
    expect(await statusOf(postAuth(app, '/sign-up/email', up))).toBe(503);
  } finally {
    await sql(app.databaseUrl, 'alter table auth.hidden rename to rate_window');
  }
  expect(await statusOf(signIn(email, password))).toBe(200);
});

test('a form that asks too often says so on its page', async () => {
  const from = newAddress();
  const set = () =>
    call(app.url, 'POST', '/reset-password', {
      body: new URLSearchParams({ token: 'never-made', newPassword: 'a password' }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': from,
        origin: app.url,
      },
    });
  expect(await repeat(10, set)).toEqual(times(10, 400));
  const refused = await set();
  expect(refused.status).toBe(429);
  expect(refused.text).toMatch(/role="alert">too many requests from this address/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
