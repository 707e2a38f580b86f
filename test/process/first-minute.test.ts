import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { toBanner } from '../../src/first-run/banner.js';
import { welcome } from '../../src/first-run/welcome.js';
import { makeDemoLink } from '../../src/services/demo/demo-account.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';
import { cookieOf } from '../helpers/client/sign-in.js';
import { createProducts, until, within } from '../helpers/product.js';
import { sql } from '../helpers/run/sql.js';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.js');
/** A real terminal, which nearly every Linux can give to a program; elsewhere one that says it is. */
const SCRIPT = '/usr/bin/script';
const [COMMAND, ARGUMENTS] =
  process.platform === 'linux' && existsSync(SCRIPT)
    ? [SCRIPT, ['-qec', `'${process.execPath}' '${MAIN}'`, '/dev/null']]
    : [process.execPath, ['--import', 'data:text/javascript,process.stdout.isTTY=true', MAIN]];
const LIMIT_MS = 60_000;
const SECRETS = /sk_test_|token=/;

let app: TestApp;
let shown = '';
const products = createProducts();
const lineOf = (name: string, text = shown): string =>
  new RegExp(`^ {2}${name} +(.*)$`, 'm').exec(text)?.[1] ?? '';
const linkIn = (text: string): string =>
  /https?:\S+\/api\/auth\/demo\?token=\S+/.exec(text)?.[0] ?? '';
const open = (link: string) => call(app.url, 'GET', link.slice(app.url.length));

beforeAll(async () => {
  app = await startApp();
  const greeting = welcome(app.deps, app.url, (text) => {
    shown += text;
  });
  await until(() => shown !== '', LIMIT_MS, 'the banner');
  // What is left of the history is not waited for.
  await greeting.dispose();
});
afterAll(async () => {
  await app.dispose();
  await products.dispose();
});

test('the banner has the addresses, the sign-in, the key and a line to try', () => {
  const url = 'http://127.0.0.1:4000';
  const demo = { link: `${url}/api/auth/demo?token=T`, key: 'sk_test_K', brand: 'B' };
  const banner = toBanner({ url, demo, hasDemo: true });
  for (const part of [
    `${url}/dashboard\n`,
    `${url}/graphiql\n`,
    `${url}/graphql\n`,
    'ws://127.0.0.1:4000/graphql\n',
    `${url}/api/v1\n`,
    `${url}/api/health\n`,
    demo.link,
    demo.key,
  ])
    expect(banner).toContain(part);
  const later = toBanner({ url, demo: null, hasDemo: true });
  expect(later).not.toMatch(SECRETS);
  expect(later).toContain('npm run -s cli -- demo link');
  expect(toBanner({ url, demo: null, hasDemo: false })).toContain('cli -- demo seed');
});

test('the curl line works as it is printed, also while the history is made', async () => {
  const { stdout } = await promisify(execFile)('sh', ['-c', lineOf('Try')]);
  const { data, errors } = JSON.parse(stdout);
  expect(errors).toBeUndefined();
  expect(data.brands.nodes).toEqual([expect.objectContaining({ name: 'Fernwood Demo' })]);
});

test('the link signs in once, with the cookie of every sign-in, and not too late', async () => {
  const link = linkIn(shown);
  const stored = await sql<{ identifier: string; minutes: number }>(
    app.databaseUrl,
    `select identifier, extract(epoch from "expiresAt" - now()) / 60 as minutes from auth."verification"`,
  );
  expect(stored).toHaveLength(1);
  expect(stored[0]?.identifier).not.toContain(link.split('token=')[1]);
  expect(Math.round(Number(stored[0]?.minutes))).toBeLessThanOrEqual(60);
  expect(Math.round(Number(stored[0]?.minutes))).toBeGreaterThan(55);

  // Of many at once, one gets in.
  const answers = await Promise.all(Array.from({ length: 5 }, () => open(link)));
  const [first, ...others] = answers.sort((a, b) => a.status - b.status);
  expect(first?.status).toBe(302);
  expect(first?.headers.get('location')).toBe('/dashboard?environment=test');
  expect(first?.headers.get('cache-control')).toBe('no-store');
  const [cookie = ''] = first?.headers.getSetCookie() ?? [];
  expect(cookie).toMatch(/^answerscope\.session_token=/);
  for (const flag of [/; HttpOnly/i, /; SameSite=Lax/i, /; Path=\//i, /; Max-Age=86400/i])
    expect(cookie).toMatch(flag);
  expect(others.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  for (const other of others) expect(other.headers.getSetCookie()).toEqual([]);

  const headers = { cookie: first ? cookieOf(first) : '' };
  const session = await call(app.url, 'GET', '/api/auth/get-session', { headers });
  expect(session.json<{ user: { email: string } }>().user.email).toBe('demo@answerscope.example');

  // Nor does one that is unknown, empty or too old.
  const late = await makeDemoLink(app.deps, app.url);
  await sql(app.databaseUrl, `update auth."verification" set "expiresAt" = now() - interval '1 s'`);
  const base = `${app.url}/api/auth/demo`;
  for (const bad of [late, base, `${base}?token=`, `${base}?token=x`])
    expect((await open(bad)).status).toBe(401);
  expect((await open(`${base}?token=${'x'.repeat(200)}`)).status).toBe(400);
});

test('a second start shows no secret', async () => {
  let text = '';
  const greeting = welcome(app.deps, app.url, (more) => {
    text += more;
  });
  await until(() => text !== '', LIMIT_MS, 'the banner');
  await greeting.dispose();
  expect(text).not.toMatch(SECRETS);
});

test('in a terminal: the banner, and a demo whose history is being made; ^C ends it', async () => {
  const cwd = await products.folder();
  const child = spawn(COMMAND, ARGUMENTS, {
    cwd,
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (more) => {
    text += more;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    await until(() => linkIn(text) !== '', LIMIT_MS, 'the banner');
    const link = linkIn(text);
    const { origin, pathname, search } = new URL(link);
    expect((await call(origin, 'GET', pathname + search)).status).toBe(302);
    const headers = { authorization: /Bearer [^']+/.exec(text)?.[0] ?? '' };
    const body = { query: '{ brands { nodes { lastScan { id } } } }' };
    const hasHistory = async () =>
      (await call(origin, 'POST', '/graphql', { headers, body })).text.includes('"id"');
    await until(hasHistory, LIMIT_MS, 'the history', 1_500);
    // What Ctrl+C is to a terminal.
    if (COMMAND === SCRIPT) child.stdin.write('\x03');
    else child.kill('SIGINT');
    await until(() => text.includes('stopped'), LIMIT_MS, 'the end');
    await within(ended, LIMIT_MS, 'the end of the terminal');
  } finally {
    child.stdin.end();
    child.kill('SIGTERM');
    await ended;
  }
});
