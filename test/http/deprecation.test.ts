import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listEndingPaths } from '../../rest/ending.js';
import { routes } from '../../rest/routes.js';
import {
  announceEnd,
  type Deprecation,
  tellOfEnd,
} from '../../src/services/accounts/deprecation.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';
import { createReceiver, type Receiver } from '../helpers/outside/receiver.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';
import { makeEndpoint } from '../webhooks/fixture.js';

const DAY_MS = 86_400_000;
const MISSING = '00000000-0000-7000-8000-00000000dead';
const dayIn = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const END = dayIn(120);
const TELLS = 10;

const headersOf = async (app: TestApp, path: string, key?: string, method = 'GET') => {
  const { headers } = await call(app.url, method, path, key === undefined ? {} : { key });
  return ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
};

/** All current paths with their v1 successors (docs/contract.md, `D2-ALIAS-5`). */
const CURRENT = [
  ['GET', '/api/health', '/api/v1/health'],
  ['GET', '/api/brands', '/api/v1/brands'],
  ['GET', `/api/brands/${MISSING}`, `/api/v1/brands/${MISSING}`],
  ['POST', `/api/brands/${MISSING}/scan`, '/api/v1/probes'],
  ['GET', `/api/runs/${MISSING}`, `/api/v1/probes/${MISSING}`],
  ['GET', '/api/knowledge/citation-attribution/daily', '/api/v1/citations'],
  ['GET', `/api/brands/${MISSING}/picker`, `/api/v1/picker?brandId=${MISSING}`],
  ['GET', `/api/brands/${MISSING}/geo-score`, `/api/v1/authority?brandId=${MISSING}`],
  ['GET', `/api/brands/${MISSING}/eeat-score`, `/api/v1/authority?brandId=${MISSING}`],
  ['GET', '/api/crisis/incidents', '/api/v1/sentinel/incidents'],
  ['POST', '/api/restaurant/aeo-suggest', '/api/v1/suggest'],
  ['POST', '/api/admin/aeo/generate', '/api/v1/suggest'],
] as const;

test('no path of the table is left out, and none is added', () => {
  const templates = CURRENT.map(([, path]) => path.replace(MISSING, ':id'));
  expect(
    listEndingPaths(routes)
      .map(({ path }) => path)
      .sort(),
  ).toEqual([...templates].sort());
});

test('without a date nothing ends, and nobody is told', async () => {
  const app = await startApp();
  try {
    const { key } = await app.createAccount();
    for (const [method, path] of CURRENT)
      expect(await headersOf(app, path, key, method)).toEqual([null, null, null]);
    const description = await call(app.url, 'GET', '/api/v1/openapi.json');
    expect(description.text).not.toContain('"deprecated"');
    expect(await sql(app.databaseUrl, 'select 1 from auth.deprecation')).toEqual([]);
  } finally {
    await app.dispose();
  }
});

test('a date with fewer than 90 days to go lets nothing start, and names the setting', async () => {
  for (const days of [-1, 1, 89])
    await expect(startApp({ CURRENT_PATHS_END: dayIn(days) })).rejects.toThrow(
      /^CURRENT_PATHS_END must be at least 90 days ahead when it is first set: \d{4}-\d\d-\d\d or later\.$/,
    );
  expect(() => startApp({ CURRENT_PATHS_END: 'soon' })).rejects.toThrow(
    /CURRENT_PATHS_END: must be a day like/,
  );
});

describe('once a date is set', () => {
  let first: TestApp;
  let receiver: Receiver;
  let account: TestAccount;
  let other: TestAccount;
  /** Starts when all owners have been told. */
  let current: TestApp;
  const apps: TestApp[] = [];

  const start = async (settings: Record<string, string> = {}, options: object = {}) => {
    const app = await startApp(
      { CURRENT_PATHS_END: END, WEBHOOK_ALLOW_HOSTS: receiver.place, ...settings },
      { databaseUrl: first.databaseUrl, ...options },
    );
    apps.push(app);
    return app;
  };
  const mailsTo = (...recipients: TestAccount[]) =>
    sql<{ recipient: string; body: string }>(
      first.databaseUrl,
      `select recipient, body from auth.mail where subject like 'Paths of%' and recipient = any($1)`,
      [recipients.map(({ email }) => email)],
    );

  beforeAll(async () => {
    receiver = await createReceiver();
    first = await startApp({ ROLE: 'web', WEBHOOK_ALLOW_HOSTS: receiver.place });
    account = await first.createAccount();
    other = await first.createAccount();
    const { accountId } = account;
    await makeEndpoint(first, { accountId, environment: 'live' }, receiver.url, [
      'api.deprecation.announced',
    ]);
    // At the same time, each over connections of its own, and again with each start.
    const { deps } = first;
    const currentPathsEnd = new Date(`${END}T00:00:00Z`);
    const ended = { ...deps, config: { ...deps.config, currentPathsEnd } };
    const [announced] = await Promise.all([announceEnd(ended), announceEnd(ended)]);
    const tell = () => tellOfEnd(ended, announced as Deprecation, listEndingPaths(routes));
    await Promise.all([tell(), tell(), tell(), tell()]);
    current = await start();
  });
  afterAll(async () => {
    for (const app of apps.reverse()) await app.dispose();
    await first.dispose();
    await receiver.dispose();
  });

  test('every owner gets one mail and every account one event, however many processes start', async () => {
    const both = [account, other];
    await start({ ROLE: 'worker' });
    await until(() => receiver.received.length > 0, 30_000);
    const again = await start();
    for (let count = 0; count < TELLS; count += 1) await headersOf(again, '/api/health');

    const ids = [both.map(({ accountId }) => accountId)];
    const told = `select 1 from auth.deprecation_notice where account_id = any($1)`;
    const events = `select 1 from outbox where event like 'api.%' and account_id = any($1)`;
    for (const statement of [told, events])
      expect(await sql(first.databaseUrl, statement, ids)).toHaveLength(2);
    expect(await mailsTo(...both)).toHaveLength(2);
    expect(receiver.received.map(({ event }) => event)).toEqual(['api.deprecation.announced']);
    const [{ body = '' } = {}] = await mailsTo(account);
    expect(body).toContain(`end on ${END}`);
    expect(body).toContain('/api/brands/:id/picker  ->  /api/v1/picker?brandId=:id');
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      brandId: null,
      data: {
        subject: 'current-paths',
        endsAt: `${END}T00:00:00.000Z`,
        paths: expect.arrayContaining([{ path: '/api/brands', successor: '/api/v1/brands' }]),
      },
    });
  }, 60_000);

  test('the paths say so with every answer, errors too, and no other path does', async () => {
    const [row] = await sql<{ at: Date }>(
      first.databaseUrl,
      'select announced_at as at from auth.deprecation',
    );
    const since = Math.floor((row?.at.getTime() ?? 0) / 1_000);
    for (const [method, path, successor] of CURRENT)
      for (const key of [account.key, undefined])
        expect([path, ...(await headersOf(current, path, key, method))]).toEqual([
          path,
          `@${since}`,
          new Date(`${END}T00:00:00Z`).toUTCString(),
          `<${successor}>; rel="successor-version", </docs>; rel="deprecation"; type="text/html", </docs>; rel="sunset"; type="text/html"`,
        ]);
    for (const path of ['/api/v1/health', '/api/v1/brands', '/api/status', '/api/me'])
      expect(await headersOf(current, path, account.key)).toEqual([null, null, null]);
    const odd = await call(current.url, 'GET', '/api/brands/%0d%0ax%22%3E', { key: account.key });
    expect(odd.headers.get('link')).toContain('</api/v1/brands/%0D%0Ax%22%3E>;');
    const { text } = await call(current.url, 'GET', '/api/v1/openapi.json');
    expect(text.match(/"deprecated":true/g)).toHaveLength(13);
  }, 60_000);

  test('a restart in the last 90 days changes nothing, and a new account is told by the daily work', async () => {
    const now = () => new Date(Date.now() + 60 * DAY_MS);
    const newcomer = await first.createAccount();
    const late = await start({}, { now });
    await until(async () => (await mailsTo(newcomer)).length === 1, 30_000);
    const [row] = await sql<{ at: Date }>(
      first.databaseUrl,
      'select announced_at as at from auth.deprecation',
    );
    expect((row?.at.getTime() ?? 0) < Date.now()).toBe(true);
    expect((await headersOf(late, '/api/brands'))[1]).toBe(
      new Date(`${END}T00:00:00Z`).toUTCString(),
    );
    // Another date is another announcement, with its own 90 days.
    await expect(
      startApp({ CURRENT_PATHS_END: dayIn(130) }, { databaseUrl: first.databaseUrl, now }),
    ).rejects.toThrow(/^CURRENT_PATHS_END must be/);
  }, 60_000);
});
