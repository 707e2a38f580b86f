import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { createLog } from '../src/log.js';
import { ensureDemoBrand, seedHistory } from '../src/services/demo.js';
import { ensureDemoAccount, makeDemoLink } from '../src/services/demo-account.js';
import { startBrowser, visit } from './helpers/browser.js';

/**
 * Every page of the dashboard with the demo's data, in both themes and on a phone, into
 * `screenshots/`: to be looked at one by one. `npm run screenshots -- overview runs` takes those only.
 */
const OUT = 'screenshots';
const SIZES = [
  { name: 'desk', width: 1_440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
];

const log = createLog({ level: 'silent', format: 'json' });
const folder = await mkdtemp(join(tmpdir(), 'answerscope-screenshots-'));
const app = await createApp(loadConfig({ DATA_DIR: folder, PORT: '0' }), log);
const browser = await startBrowser();
try {
  const url = app.url ?? '';
  const demo = await ensureDemoAccount(app.deps);
  const { id } = await ensureDemoBrand(app.deps, demo);
  process.stderr.write('Making the demo’s history …\n');
  await seedHistory(app.deps, demo);
  const scope = { accountId: demo.accountId, environment: 'test' as const };
  const [ids] = await app.deps.db.read<{ run: string; prompt: string }>(
    scope,
    {
      name: 'shown-ids',
      text: `select (select id from probe_run where brand_id = $1 order by id desc limit 1) as run,
        (select prompt_id from answer a join probe_run r on r.id = a.run_id where r.brand_id = $1 limit 1) as prompt`,
    },
    [id],
  );
  const brand = `/dashboard/brands/${id}`;
  const pages: Record<string, string> = {
    'sign-in': '/dashboard/sign-in',
    'sign-up': '/dashboard/sign-up',
    'forgot-password': '/dashboard/forgot-password',
    'new-password': '/dashboard/new-password?token=none',
    scan: '/scan',
    status: '/status',
    brands: '/dashboard',
    overview: brand,
    visibility: `${brand}/visibility`,
    prompts: `${brand}/prompts`,
    prompt: `${brand}/prompts/${ids?.prompt}`,
    runs: `${brand}/runs`,
    run: `${brand}/runs/${ids?.run}`,
    'brand-settings': `${brand}/settings`,
    keys: '/dashboard/keys',
    webhooks: '/dashboard/webhooks',
    settings: '/dashboard/settings',
    team: '/dashboard/settings/team',
    engines: '/dashboard/settings/engines',
    docs: '/docs',
  };
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !Object.hasOwn(pages, name));
  if (unknown !== undefined)
    throw new Error(`there is no page ${unknown}; there are ${Object.keys(pages).join(', ')}`);
  await mkdir(OUT, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, context } = await visit(browser, url, { colorScheme });
    const show = async (name: string) => {
      const path = pages[name] ?? '';
      await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}environment=test`);
      await page.waitForLoadState('networkidle');
      for (const { name: size, ...viewport } of SIZES) {
        await page.setViewportSize(viewport);
        // Charts follow the window's width a moment later.
        await page.waitForTimeout(400);
        await page.screenshot({ path: join(OUT, `${name}-${size}-${colorScheme}.png`) });
      }
      process.stderr.write(`${name}, ${colorScheme}\n`);
    };
    const names = Object.keys(pages).filter((name) => wanted.length === 0 || wanted.includes(name));
    const isPublic = (name: string) => Object.keys(pages).indexOf(name) < 6;
    for (const name of names.filter(isPublic)) await show(name);
    await page.goto(await makeDemoLink(app.deps, url));
    await page.waitForLoadState('networkidle');
    for (const name of names.filter((name) => !isPublic(name))) await show(name);
    await context.close();
  }
} finally {
  await browser.close();
  await app.dispose();
  await rm(folder, { recursive: true, force: true });
}
