import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { type App, createApp } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import type { Scope } from '../src/deps.js';
import { createLog } from '../src/log.js';
import { ensureDemoBrand, seedHistory } from '../src/services/demo.js';
import { type DemoAccount, ensureDemoAccount, makeDemoLink } from '../src/services/demo-account.js';
import { sendTestEvent } from '../src/services/replay-delivery.js';
import { startBrowser, visit } from './helpers/browser.js';
import { makeBrand, start, untilEnded } from './helpers/probe.js';
import { makeEndpoint } from './webhooks/ground.js';

/**
 * Every page of the dashboard and its states with the demo's data, in both themes and on a phone, into
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

interface Ids {
  brand: string;
  run: string;
  prompt: string;
  /** Brands that were asked a few times, never, and just now: by a run that takes its time. */
  thin: string;
  fresh: string;
  slow: string;
  slowRun: string;
  endpoint: string;
}

interface Shown {
  path: string;
  /** Nobody unless it is said. */
  as?: 'demo' | 'newcomer';
  /** What is done there before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
  /** Of the whole page, and not of the window alone. */
  isWhole?: boolean;
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();

/** Answers each question of that name with a fault, as the server would. */
const failing = (operation: string) => async (page: Page) => {
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes(`query ${operation}(`)) return route.fallback();
    const fault = {
      message: 'The database did not answer in time.',
      extensions: { code: 'UNAVAILABLE', requestId: '0192f3a1-4d5e-7c3b-9a77-2f0e5b1c8d44' },
    };
    return route.fulfill({ json: { data: null, errors: [fault] } });
  });
  await page.reload();
  await page.getByText('could not be loaded').waitFor();
};

const CSV = [
  'text,stage,tags',
  'Which CRM suits a team of five?,desire,smb;comparison',
  '"Is there a CRM for law firms, and which?",interest,vertical',
  'Where can I try a CRM for free?,action,',
].join('\n');

const importCsv = async (page: Page) => {
  await press(page, 'Import CSV');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'prompts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(CSV),
  });
  await page.getByText('Is there a CRM for law firms').waitFor();
};

const createKey = async (page: Page) => {
  await press(page, 'Create a key');
  await page.getByLabel('Name').fill('Nightly report');
  await press(page, 'Create the key');
  await page.getByText('The key is made').waitFor();
};

const compareTwo = async (page: Page) => {
  const boxes = page.getByLabel(/^Choose to compare/);
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await press(page, 'Compare two');
  await page.getByText('only in the first').waitFor();
};

const openMenu = async (page: Page) => {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
};

function pagesOf(ids: Ids): Record<string, Shown> {
  const brand = `/dashboard/brands/${ids.brand}`;
  const thin = `/dashboard/brands/${ids.thin}`;
  const fresh = `/dashboard/brands/${ids.fresh}`;
  const as = 'demo' as const;
  return {
    'sign-in': { path: '/dashboard/sign-in' },
    'sign-up': { path: '/dashboard/sign-up' },
    'forgot-password': { path: '/dashboard/forgot-password' },
    'new-password': { path: '/dashboard/new-password?token=none' },
    scan: { path: '/scan', isWhole: true },
    status: { path: '/status' },
    'docs-signed-out': { path: '/docs' },
    'graphiql-signed-out': { path: '/graphiql' },
    'brands-empty': { path: '/dashboard', as: 'newcomer' },
    'keys-empty': { path: '/dashboard/keys', as: 'newcomer' },
    'webhooks-empty': { path: '/dashboard/webhooks', as: 'newcomer' },
    brands: { path: '/dashboard', as },
    'add-brand': { path: '/dashboard', as, act: (page) => press(page, 'Add a brand') },
    overview: { path: brand, as, isWhole: true },
    'overview-week': { path: `${brand}?days=7`, as, isWhole: true },
    'overview-table': {
      path: `${brand}?compare=none`,
      as,
      act: (page) => page.getByText('Table', { exact: true }).first().click(),
    },
    'overview-change': {
      path: brand,
      as,
      act: (page) => page.locator('section[aria-labelledby=latest] button').first().click(),
    },
    'overview-empty': { path: fresh, as },
    'overview-thin': { path: thin, as, isWhole: true },
    'overview-error': { path: brand, as, act: failing('Overview') },
    'start-run': { path: brand, as, act: (page) => press(page, 'Start a run') },
    visibility: { path: `${brand}/visibility`, as, isWhole: true },
    'visibility-thin': { path: `${thin}/visibility`, as },
    evidence: {
      path: `${brand}/visibility`,
      as,
      act: (page) => page.locator('td button').first().click(),
    },
    prompts: { path: `${brand}/prompts`, as, isWhole: true },
    'prompts-sorted': { path: `${thin}/prompts?sort=-rate`, as },
    'prompts-none': { path: `${brand}/prompts?tag=nothing`, as },
    'add-prompts': { path: `${brand}/prompts`, as, act: (page) => press(page, 'Add prompts') },
    'import-prompts': { path: `${brand}/prompts`, as, act: importCsv },
    prompt: { path: `${brand}/prompts/${ids.prompt}`, as },
    'prompt-diff': { path: `${brand}/prompts/${ids.prompt}`, as, act: compareTwo },
    runs: { path: `${brand}/runs`, as },
    'runs-empty': { path: `${fresh}/runs`, as },
    run: { path: `${brand}/runs/${ids.run}`, as, isWhole: true },
    'run-running': { path: `/dashboard/brands/${ids.slow}/runs/${ids.slowRun}`, as, isWhole: true },
    'run-missing': { path: `${brand}/runs/none`, as },
    'brand-settings': { path: `${brand}/settings`, as, isWhole: true },
    keys: { path: '/dashboard/keys', as },
    'key-secret': { path: '/dashboard/keys', as, act: createKey },
    webhooks: { path: '/dashboard/webhooks', as },
    'add-webhook': {
      path: '/dashboard/webhooks',
      as,
      act: (page) => press(page, 'Add an endpoint'),
    },
    webhook: { path: `/dashboard/webhooks/${ids.endpoint}`, as, isWhole: true },
    delivery: {
      path: `/dashboard/webhooks/${ids.endpoint}`,
      as,
      act: (page) => page.locator('tbody button').first().click(),
    },
    settings: { path: '/dashboard/settings', as },
    team: { path: '/dashboard/settings/team', as },
    'invite-member': {
      path: '/dashboard/settings/team',
      as,
      act: (page) => press(page, /^Invite/),
    },
    engines: { path: '/dashboard/settings/engines', as },
    invite: { path: '/dashboard/invite?id=none', as },
    missing: { path: '/dashboard/nothing-here', as },
    menu: { path: brand, as, act: openMenu },
    docs: { path: `/docs?brand=${ids.brand}`, as },
    graphiql: { path: `/graphiql?brand=${ids.brand}`, as },
  };
}

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
async function makeOthers(app: App, scope: Scope): Promise<void> {
  const thin = await makeBrand(app, scope, { name: 'Harbor & Lane', website: null });
  await makeBrand(app, scope, { name: 'Morning Ferry', website: null });
  await makeBrand(app, scope, { name: 'Quiet Start', website: null });
  const run = await start(app, scope, thin, { platforms: ['chatgpt', 'gemini'] });
  await untilEnded(app, scope, run);
  await app.deps.db.write(scope, (em) =>
    em.execute(
      `update answer set status = 'failed', error_code = 'TIMEOUT', mentioned = false, rank = null, sentiment = null
       where run_id = ? and platform = 'gemini'`,
      [run.id],
    ),
  );
}

async function readIds(app: App, demo: DemoAccount): Promise<Ids> {
  const scope = { accountId: demo.accountId, environment: 'test' as const };
  const [ids] = await app.deps.db.read<Omit<Ids, 'slowRun' | 'endpoint'>>(
    scope,
    {
      name: 'shown-ids',
      text: `select b.id as brand, t.id as thin, f.id as fresh, s.id as slow,
        (select r.id from probe_run r where r.brand_id = b.id order by r.id desc limit 1) as run,
        (select a.prompt_id from answer a where a.brand_id = b.id order by a.prompt_id limit 1) as prompt
      from brand b, brand t, brand f, brand s where b.name like '%Demo' and t.name like 'Harbor%' and f.name like 'Quiet%' and s.name like 'Morning%'`,
    },
    [],
  );
  if (ids === undefined) throw new Error('the demo has no brands');
  const slow = await start(app, scope, { id: ids.slow }, { samplesPerPrompt: 10 });
  // Nothing answers there, so that a delivery waits for its retry.
  const endpoint = await makeEndpoint(app, scope, 'https://hooks.invalid/answerscope');
  await sendTestEvent(app.deps, scope, { id: endpoint.id, event: null }, null);
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

const folder = await mkdtemp(join(tmpdir(), 'answerscope-screenshots-'));
const browser = await startBrowser();
try {
  await withHistory(folder, async (app) => {
    const url = app.url ?? '';
    const pages = pagesOf(await readIds(app, await ensureDemoAccount(app.deps)));
    const asked = process.argv.slice(2);
    const unknown = asked.find((name) => !Object.hasOwn(pages, name));
    if (unknown !== undefined)
      throw new Error(`there is no page ${unknown}; there are ${Object.keys(pages).join(', ')}`);
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
