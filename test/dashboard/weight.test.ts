import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { startBrowser, visit } from '../helpers/browser/browser.js';
import { createMeasured, type Measured } from '../helpers/records/measured.js';
import { makeEndpoint } from '../webhooks/fixture.js';

/** What a browser that knows nothing yet has to fetch before a page can be read. */

const KB = 1_024;
/** The rule for every page; what all pages have in common is about 150 KB. */
const MOST = 250 * KB;
/** What they keep to now, so that growth is seen before it meets the rule. */
const USUAL = 190 * KB;

let app: TestApp;
let measured: Measured;
let stranger: TestAccount;
let browser: Browser;
let paths: Record<string, string> = {};

beforeAll(async () => {
  app = await startApp();
  measured = await createMeasured(app);
  stranger = await app.createAccount();
  browser = await startBrowser();
  const { account, brandId, runId } = measured;
  const tenant = { accountId: account.accountId, environment: 'test' as const };
  const { id: endpoint } = await makeEndpoint(app, tenant, 'https://192.0.1.1/hook');
  const [prompt] = await app.deps.db.query<{ id: string }>(
    tenant,
    {
      name: 'any-prompt',
      text: 'select prompt_id as id from answer where account_id = $1 and environment = $2 and run_id = $3 limit 1',
    },
    [runId],
  );
  const brand = `/dashboard/brands/${brandId}`;
  paths = {
    brands: '/dashboard',
    overview: brand,
    visibility: `${brand}/visibility`,
    prompts: `${brand}/prompts`,
    prompt: `${brand}/prompts/${prompt?.id}`,
    runs: `${brand}/runs`,
    run: `${brand}/runs/${runId}`,
    'brand settings': `${brand}/settings`,
    keys: '/dashboard/keys',
    webhooks: '/dashboard/webhooks',
    webhook: `/dashboard/webhooks/${endpoint}`,
    settings: '/dashboard/settings',
    team: '/dashboard/settings/team',
    engines: '/dashboard/settings/engines',
    invite: '/dashboard/invite?id=none',
    'sign-in': '/dashboard/sign-in',
    'sign-up': '/dashboard/sign-up',
    'forgotten password': '/dashboard/forgot-password',
    'new password': '/dashboard/new-password?token=none',
    scan: '/scan',
    status: '/status',
  };
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});

/** The bytes of all scripts as they came over the wire, with their heads, into an empty cache. */
async function weigh(path: string, cookie: string): Promise<{ bytes: number; files: number }> {
  const { page, context, faults } = await visit(browser, app.url, { cookie });
  try {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const scripts = new Set<string>();
    let bytes = 0;
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      if (!/javascript/.test(response.mimeType)) return;
      scripts.add(requestId);
      expect(response.fromDiskCache).toBe(false);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(`${app.url}${path}${path.includes('?') ? '&' : '?'}environment=test`);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 45_000 });
    await page.waitForLoadState('networkidle');
    // An invitation that is none is refused, and the browser tells of it.
    expect(faults.filter((fault) => !/404 \(Not Found\)/.test(fault))).toEqual([]);
    return { bytes, files: scripts.size };
  } finally {
    await context.close();
  }
}

const NAMES = [
  'brands',
  'overview',
  'visibility',
  'prompts',
  'prompt',
  'runs',
  'run',
  'brand settings',
  'keys',
  'webhooks',
  'webhook',
  'settings',
  'team',
  'engines',
  'invite',
  'sign-in',
  'sign-up',
  'forgotten password',
  'new password',
  'scan',
  'status',
];
const OPEN = new Set(NAMES.slice(NAMES.indexOf('sign-in')));

test.each(NAMES)(
  '%s comes with few scripts',
  async (name) => {
    const path = paths[name] ?? '';
    const { bytes, files } = await weigh(path, OPEN.has(name) ? '' : measured.account.cookie);
    console.info(`${name}: ${Math.round(bytes / KB)} KB of compressed JavaScript`);
    expect(files).toBeGreaterThan(3);
    // Less would mean that it was not all counted.
    expect(bytes).toBeGreaterThan(100 * KB);
    expect(bytes).toBeLessThanOrEqual(MOST);
    expect(bytes).toBeLessThanOrEqual(USUAL);
  },
  90_000,
);

test('whoever has no brand loads as little', async () => {
  const { bytes } = await weigh('/dashboard', stranger.cookie);
  expect(bytes).toBeLessThanOrEqual(USUAL);
}, 90_000);
