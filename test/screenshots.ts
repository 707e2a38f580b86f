import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { type App, createApp } from '../src/app.js';
import { loadConfig } from '../src/config/config.js';
import type { Tenant } from '../src/deps.js';
import { createLog } from '../src/observability/log.js';
import { ensureDemoBrand, seedHistory } from '../src/services/demo/demo.js';
import {
  type DemoAccount,
  ensureDemoAccount,
  makeDemoLink,
} from '../src/services/demo/demo-account.js';
import { sendTestEvent } from '../src/services/webhooks/replay-delivery.js';
import { startBrowser, visit } from './helpers/browser/browser.js';
import { type Ids, pagesOf, type Shown } from './helpers/browser/screenshot-pages.js';
import { makeBrand, start, untilEnded } from './helpers/records/probe.js';
import { makeEndpoint } from './webhooks/fixture.js';

/**
 * Takes screenshots of every page of the dashboard in its states, with the demo's data, in both themes and on a phone, into
 * `screenshots/`: to be looked at one by one. `npm run screenshots -- overview runs` takes those only.
 */
const OUT = 'screenshots';
const SIZES = [
  { name: 'desk', width: 1_440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
];
const WAIT_MS = 30_000;
const NEWCOMER = { email: 'newcomer@example.com', password: 'a long enough password' };

const log = createLog({ level: 'silent', format: 'json' });

/** The demo’s history first, without any wait; then the product again, whose engines take their time. */
async function withHistory<Result>(folder: string, work: (app: App) => Promise<Result>) {
  const settings = { DATA_DIR: folder, PORT: '0' };
  const first = await createApp(loadConfig({ ...settings, SANDBOX_LATENCY_MS: '0' }), log);
  try {
    const demo = await ensureDemoAccount(first.deps);
    await ensureDemoBrand(first.deps, demo);
    process.stderr.write('Making the demo’s history …\n');
    await seedHistory(first.deps, demo);
    await makeOthers(first, { accountId: demo.accountId, environment: 'test' });
    const { auth } = first.deps;
    await auth.api.signUpEmail({ body: { ...NEWCOMER, name: 'Nora Newcomer' } });
  } finally {
    await first.dispose();
  }
  const app = await createApp(
    loadConfig({ ...settings, SANDBOX_LATENCY_MS: '4000', PLATFORM_CONCURRENCY: '1' }),
    log,
  );
  try {
    return await work(app);
  } finally {
    await app.dispose();
  }
}

/** A brand that was asked on two platforms, one of which failed; and one that was never asked. */
async function makeOthers(app: App, tenant: Tenant): Promise<void> {
  const thin = await makeBrand(app, tenant, { name: 'Harbor & Lane', website: null });
  await makeBrand(app, tenant, { name: 'Morning Ferry', website: null });
  await makeBrand(app, tenant, { name: 'Quiet Start', website: null });
  const run = await start(app, tenant, thin, { platforms: ['chatgpt', 'gemini'] });
  await untilEnded(app, tenant, run);
  await app.deps.db.transaction(tenant, (tx) =>
    tx.execute(
      `update answer set status = 'failed', error_code = 'TIMEOUT', mentioned = false, rank = null, sentiment = null
       where run_id = :runId and platform = 'gemini'`,
      { runId: run.id },
    ),
  );
}

async function readIds(app: App, demo: DemoAccount): Promise<Ids> {
  const tenant = { accountId: demo.accountId, environment: 'test' as const };
  const [ids] = await app.deps.db.query<Omit<Ids, 'slowRun' | 'endpoint'>>(tenant, {
    name: 'shown-ids',
    text: `select b.id as brand, t.id as thin, f.id as fresh, s.id as slow,
        (select r.id from probe_run r where r.brand_id = b.id order by r.id desc limit 1) as run,
        (select a.prompt_id from answer a where a.brand_id = b.id order by a.prompt_id limit 1) as prompt
      from brand b, brand t, brand f, brand s where b.account_id = :accountId and b.name like '%Demo' and t.name like 'Harbor%' and f.name like 'Quiet%' and s.name like 'Morning%'`,
  });
  if (ids === undefined) throw new Error('the demo has no brands');
  const slow = await start(app, tenant, { id: ids.slow }, { samplesPerPrompt: 10 });
  // Nothing answers there, so that a delivery waits for its retry.
  const endpoint = await makeEndpoint(app, tenant, 'https://hooks.invalid/answerscope');
  await sendTestEvent(app.deps, tenant, { id: endpoint.id, event: null }, null);
  return { ...ids, slowRun: slow.id, endpoint: endpoint.id };
}

const signIn: Record<NonNullable<Shown['as']>, (page: Page, app: App) => Promise<unknown>> = {
  demo: async (page, app) => page.goto(await makeDemoLink(app.deps, app.url ?? '')),
  newcomer: async (page, app) => {
    await page.goto(`${app.url}/dashboard/sign-in`);
    await page.getByLabel('E-mail').fill(NEWCOMER.email);
    await page.getByLabel('Password').fill(NEWCOMER.password);
    await page.keyboard.press('Enter');
  },
};

async function take(page: Page, url: string, name: string, shown: Shown, theme: string) {
  const { path, act, isWhole = false } = shown;
  for (const { name: size, ...viewport } of SIZES) {
    await page.setViewportSize(viewport);
    await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}environment=test`);
    // A run that is followed keeps its socket open, and the explorer loads for long.
    await page.waitForLoadState('networkidle').catch(() => {});
    await act?.(page);
    // What is being loaded, once it has begun to be, and what moves into its place.
    await page.waitForTimeout(600);
    await page
      .waitForFunction(`document.querySelector('.skeleton, [aria-busy=true]') === null`)
      .catch(() => {});
    await page.waitForTimeout(500);
    const file = join(OUT, `${name}-${size}-${theme}.png`);
    await page.screenshot({ path: file, fullPage: isWhole });
    await page.unrouteAll();
  }
  process.stderr.write(`${name}, ${theme}\n`);
}

const NO_IDS: Ids = {
  ...{ brand: '', run: '', prompt: '', thin: '', fresh: '', slow: '', slowRun: '', endpoint: '' },
};
const asked = process.argv.slice(2);
const names = Object.keys(pagesOf(NO_IDS));
const unknown = asked.find((name) => !names.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`There is no page ${unknown}; there are ${names.join(', ')}\n`);
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'answerscope-screenshots-'));
const browser = await startBrowser();
try {
  await withHistory(folder, async (app) => {
    const url = app.url ?? '';
    const pages = pagesOf(await readIds(app, await ensureDemoAccount(app.deps)));
    const wanted = Object.entries(pages).filter(
      ([name]) => asked.length === 0 || asked.includes(name),
    );
    await mkdir(OUT, { recursive: true });
    for (const as of [undefined, 'newcomer', 'demo'] as const) {
      const own = wanted.filter(([, shown]) => shown.as === as);
      if (own.length === 0) continue;
      for (const colorScheme of ['light', 'dark'] as const) {
        let context: BrowserContext | undefined;
        try {
          const at = await visit(browser, url, { colorScheme });
          context = at.context;
          at.page.setDefaultTimeout(WAIT_MS);
          if (as) await signIn[as](at.page, app);
          await at.page.waitForLoadState('networkidle');
          for (const [name, shown] of own)
            await take(at.page, url, name, shown, colorScheme).catch((error) =>
              process.stderr.write(`${name}, ${colorScheme}: ${error}\n`),
            );
        } finally {
          await context?.close();
        }
      }
    }
  });
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
