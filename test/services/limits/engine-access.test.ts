import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Tenant } from '../../../src/deps.js';
import { setAccountLimits, setTier } from '../../../src/services/accounts/account.js';
import { createUser } from '../../../src/services/accounts/user.js';
import { createPack, createPrompt } from '../../../src/services/prompts/prompt.js';
import { judgeStage } from '../../../src/services/prompts/prompt-stage.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { ask } from '../../helpers/client/graphql.js';
import { call } from '../../helpers/client/http.js';
import { cookieOf, lastMail, postAuth, signUp } from '../../helpers/client/sign-in.js';
import { createMailServer, type MailServer, readMail } from '../../helpers/outside/mail-server.js';
import { behave, behind, createOpenAiServer } from '../../helpers/outside/openai-server.js';
import { createTenant } from '../../helpers/records/probe.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';
import { until } from '../../helpers/run/until.js';

let vendor: Awaited<ReturnType<typeof createOpenAiServer>>;
let mail: MailServer;
beforeAll(async () => {
  vendor = await createOpenAiServer(behave.answer());
  mail = await createMailServer();
});
afterAll(async () => {
  await vendor.dispose();
  await mail.dispose();
});

let app: TestApp;
afterEach(() => app.dispose());

const SCAN = { brand_name: 'Acme', industry: 'CRM software' };
type Headers = Record<string, string>;
const scan = (cookie: string, headers: Headers = {}) =>
  call(app.url, 'POST', '/api/check/run', { headers: { cookie, ...headers }, body: SCAN });
const me = async (cookie: string) =>
  (
    await ask(
      app,
      '{ me { emailConfirmed engineAccess account { id } limits { engineCallsPerDay } } }',
      {
        headers: { cookie },
      },
    )
  ).data?.me as {
    emailConfirmed: boolean;
    engineAccess: string;
    account: { id: string };
    limits: { engineCallsPerDay: number };
  };
/** A prompt of which the rules do not know the stage. */
async function createUnsure(tenant: Tenant) {
  const { id: packId } = await createPack(app.deps, tenant, { name: 'Pack', prompts: [] });
  const words = { text: 'best price for a CRM', stage: null, language: 'en', country: null };
  return createPrompt(app.deps, tenant, { packId, brandId: null }, { ...words, tags: [] });
}
const tokenIn = (body = '') => /verify-email\?token=([^&\s]+)/.exec(body)?.[1];
/** As the mail server has it: what is kept holds no token. */
async function received(email: string): Promise<string> {
  await until(() => readMail(mail, email) !== '', 10_000);
  return readMail(mail, email);
}
const linkOf = async (email: string) =>
  /\/api\/auth\/verify-email\S+/.exec(await received(email))?.[0] ?? '';
const startServer = async (settings: Record<string, string> = {}) => {
  const clock = createClock();
  clock.moveToNoon();
  const all = { ROLE: 'web', TRUST_PROXY: '1', ...behind(vendor, ['chatgpt']), ...settings };
  app = await startApp(all, { now: clock.now });
  return clock;
};

test('with a mail server live engines answer once the address is confirmed, which the mail is for', async () => {
  await startServer({ SMTP_URL: mail.url });
  const before = vendor.requests.length;
  const { email, cookie } = await signUp(app);
  expect(await me(cookie)).toMatchObject({
    emailConfirmed: false,
    engineAccess: 'NEEDS_CONFIRMATION',
    limits: { engineCallsPerDay: 100 },
  });
  const refused = await scan(cookie);
  expect(refused.status).toBe(403);
  expect(refused.json()).toMatchObject({
    error: {
      code: 'FORBIDDEN',
      message: expect.stringContaining('confirmed their e-mail address'),
    },
  });
  // It is not charged, and the sandbox answers all the same.
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('10');
  expect((await scan(cookie, { 'x-environment': 'test' })).status).toBe(200);
  expect(vendor.requests).toHaveLength(before);

  const opened = await call(app.url, 'GET', await linkOf(email));
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/address-confirmed']);
  expect(cookieOf(opened)).toBe('');
  const page = await call(app.url, 'GET', '/address-confirmed');
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('is confirmed')]);
  expect(await me(cookie)).toMatchObject({
    emailConfirmed: true,
    engineAccess: 'OPEN',
    limits: { engineCallsPerDay: 1_000 },
  });
  expect((await scan(cookie)).status).toBe(200);
});

test('a made-up or outdated token confirms nothing, and the page says what to do', async () => {
  await startServer({ SMTP_URL: mail.url });
  const { email, cookie } = await signUp(app);
  const token = tokenIn(await received(email));
  expect((await lastMail(app, email))?.body).not.toContain(String(token));
  const [head, , sign] = (token ?? '').split('.');
  const forged = Buffer.from(JSON.stringify({ email, exp: 9_999_999_999 })).toString('base64url');
  for (const wrong of ['x', `${head}.${forged}.${sign}`, `${head}.${forged}.`]) {
    const path = `/api/auth/verify-email?token=${wrong}&callbackURL=%2Faddress-confirmed`;
    const answer = await call(app.url, 'GET', path);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/address-confirmed?error=INVALID_TOKEN',
    ]);
  }
  const page = await call(app.url, 'GET', '/address-confirmed?error=INVALID_TOKEN');
  expect([page.status, page.text]).toEqual([400, expect.stringContaining('request a new one')]);
  expect(await me(cookie)).toMatchObject({ emailConfirmed: false });
});

test('nobody confirms their own address by saying so', async () => {
  await startServer({ SMTP_URL: mail.url });
  const claims = { emailVerified: true, engineGrant: 'operator', role: 'owner', tier: 'scale' };
  const body = { email: 'claims@example.com', password: 'a good password', name: 'C', ...claims };
  const cookie = cookieOf(await postAuth(app, '/sign-up/email', body));
  await postAuth(app, '/update-user', { name: 'C', ...claims }, { cookie });
  await postAuth(app, '/change-email', { newEmail: 'other@example.com' }, { cookie });
  expect(await me(cookie)).toMatchObject({
    emailConfirmed: false,
    engineAccess: 'NEEDS_CONFIRMATION',
  });
});

test('a mail leads nowhere but here', async () => {
  await startServer({ SMTP_URL: mail.url });
  const email = 'led.astray@example.com';
  const body = { email, password: 'a password', name: 'L', callbackURL: 'https://evil.example/' };
  expect((await postAuth(app, '/sign-up/email', body)).status).toBe(403);
  const { cookie } = await signUp(app, email);
  await postAuth(
    app,
    '/send-verification-email',
    { email, callbackURL: '//evil.example' },
    { cookie },
  );
  expect(await received(email)).not.toContain('evil');
});

test('another mail goes to who is signed in, to nobody else’s address, and five times a day', async () => {
  await startServer({ SMTP_URL: mail.url });
  const { email, cookie } = await signUp(app);
  const other = await signUp(app);
  const send = (to: string, who?: string) =>
    postAuth(
      app,
      '/send-verification-email',
      { email: to },
      who === undefined ? {} : { cookie: who },
    );
  const countOf = async (to: string) =>
    (await sql(app.databaseUrl, 'select 1 from auth.mail where recipient = $1', [to])).length;
  expect((await send(email)).status).toBe(401);
  expect((await send(other.email, cookie)).status).toBe(400);
  expect([await countOf(email), await countOf(other.email)]).toEqual([1, 1]);
  for (let time = 0; time < 4; time += 1) expect((await send(email, cookie)).status).toBe(200);
  const refused = await send(email, cookie);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
    429,
    expect.any(Number),
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await countOf(email)).toBe(5);
});

test('until the address is confirmed an account has a hundred calls a day, the sandbox’s too', async () => {
  await startServer({ SMTP_URL: mail.url });
  const { cookie } = await signUp(app);
  const headers = { 'x-environment': 'test' };
  // 12 calls each.
  for (let time = 0; time < 8; time += 1) expect((await scan(cookie, headers)).status).toBe(200);
  const refused = await scan(cookie, headers);
  expect([refused.status, refused.json()]).toEqual([
    429,
    { error: expect.objectContaining({ message: expect.stringMatching(/today's 100 are left/) }) },
  ]);
});

test('without a mail server the operator opens live engines, and nobody else', async () => {
  await startServer();
  const { email, cookie } = await signUp(app);
  expect(await lastMail(app, email)).toBeUndefined();
  const { account, ...access } = await me(cookie);
  expect(access).toEqual({
    emailConfirmed: false,
    engineAccess: 'NEEDS_OPERATOR',
    limits: { engineCallsPerDay: 1_000 },
  });
  const refused = await scan(cookie);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('operator')]);
  const again = await postAuth(app, '/send-verification-email', { email }, { cookie });
  expect(again.status).toBe(403);
  await setTier(app.deps, account.id, 'free');
  expect((await scan(cookie)).status).toBe(200);

  const second = await signUp(app);
  const { account: own } = await me(second.cookie);
  expect((await scan(second.cookie)).status).toBe(403);
  await setAccountLimits(app.deps, own.id, { engineCallsPerDay: 50 });
  expect((await scan(second.cookie)).status).toBe(200);
});

test('whom the operator makes is confirmed, and gets no mail', async () => {
  await startServer({ SMTP_URL: mail.url });
  const person = { email: 'made@example.com', password: 'a good password', name: 'Made' };
  expect(await createUser(app.deps, person)).toMatchObject({ emailConfirmed: true });
  expect(await lastMail(app, person.email)).toBeUndefined();
  const signedIn = await postAuth(app, '/sign-in/email', person);
  const confirmed = { emailConfirmed: true, engineAccess: 'OPEN' };
  expect(await me(cookieOf(signedIn))).toMatchObject(confirmed);
});

test('of the accounts that one address makes in a day three come to live engines by themselves', async () => {
  const clock = await startServer({ SMTP_URL: mail.url });
  let made = 0;
  const enter = async (from: string) => {
    made += 1;
    const email = `crowd${made}@example.com`;
    const body = { email, password: 'a password of the test', name: 'C' };
    const cookie = cookieOf(await postAuth(app, '/sign-up/email', body, { from }));
    // Several requests at once make one account.
    await Promise.all([me(cookie), me(cookie), me(cookie)]);
    await call(app.url, 'GET', await linkOf(email));
    return { cookie, access: (await me(cookie)).engineAccess };
  };
  const ofNetwork = (host: number) => enter(`2001:db8:1:2::${host}`);
  const accesses = [];
  for (let host = 1; host <= 3; host += 1) accesses.push((await ofNetwork(host)).access);
  expect(accesses).toEqual(['OPEN', 'OPEN', 'OPEN']);
  const fourth = await ofNetwork(4);
  expect(fourth.access).toBe('NEEDS_OPERATOR');
  expect((await scan(fourth.cookie)).status).toBe(403);
  expect((await scan(fourth.cookie, { 'x-environment': 'test' })).status).toBe(200);
  // Another network, and another day.
  expect((await enter('2001:db8:1:3::1')).access).toBe('OPEN');
  clock.moveToNextDay();
  expect((await ofNetwork(5)).access).toBe('OPEN');
  const { account } = await me(fourth.cookie);
  await setTier(app.deps, account.id, 'starter');
  expect(await me(fourth.cookie)).toMatchObject({ engineAccess: 'OPEN' });
});

test('no door asks an engine for an account that may not: runs, rewrites, suggestions, judges', async () => {
  await startServer({
    SMTP_URL: mail.url,
    JUDGE_PLATFORM: 'chatgpt',
    ...behind(vendor, ['gemini']),
  });
  const before = vendor.requests.length;
  const { cookie } = await signUp(app);
  const caller = { headers: { cookie } };
  const make =
    'mutation { createBrand(input: { name: "Acme", category: "CRM" }) { brand { id } } }';
  const created = await ask(app, make, caller);
  const { id } = (created.data as { createBrand: { brand: { id: string } } }).createBrand.brand;
  const doors = [
    `startProbe(input: { brandId: "${id}" }) { probeRun { id } }`,
    `createSuggestion(input: { brandId: "${id}", content: "Acme sells.", intent: FAQ }) { suggestion { id } }`,
    'rewrite(input: { text: "Acme sells.", brand: "Acme" }) { rewrite { id } }',
    'runScan(input: { brandName: "Acme", industry: "CRM" }) { rateLimitRemaining }',
    'runQuery(input: { brand: "Acme", category: "CRM" }) { checkRun { id } }',
  ];
  for (const door of doors)
    expect((await ask(app, `mutation { ${door} }`, caller)).codes).toEqual(['FORBIDDEN']);
  const tenant = { accountId: (await me(cookie)).account.id, environment: 'live' as const };
  const prompt = await createUnsure(tenant);
  await judgeStage(app.deps, tenant, prompt.id, new AbortController().signal);
  expect(vendor.requests).toHaveLength(before);
  expect(await sql(app.databaseUrl, 'select 1 from probe_run')).toEqual([]);
});

test('the votes on a prompt’s stage count against the account’s calls', async () => {
  await startServer({ JUDGE_PLATFORM: 'chatgpt' });
  const tenant = await createTenant(app, { environment: 'live', limits: { engineCallsPerDay: 7 } });
  const before = vendor.requests.length;
  const never = new AbortController().signal;
  for (let made = 0; made < 3; made += 1) {
    const { id } = await createUnsure(tenant);
    await judgeStage(app.deps, tenant, id, never).catch(() => undefined);
  }
  // Two votes that are not what was asked for settle a poll.
  expect(vendor.requests).toHaveLength(before + 4);
});
