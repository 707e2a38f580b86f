import type { Page } from 'playwright-core';

export interface Ids {
  brand: string;
  run: string;
  prompt: string;
  /** Brands with few answers, with none, and with a run in progress. */
  thin: string;
  fresh: string;
  slow: string;
  slowRun: string;
  endpoint: string;
}

export interface Shown {
  path: string;
  /** Signed-in user; by default nobody. */
  as?: 'demo' | 'newcomer';
  /** Steps before the screenshot. */
  act?: (page: Page) => Promise<unknown>;
  /** Whether the screenshot shows the whole page instead of the window. */
  isWhole?: boolean;
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();

/** Answers each operation of that name with an error, in the server's form. */
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
  await page.getByText('Loading failed').waitFor();
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
  await press(page, 'Create key');
  await page.getByText('API key created').waitFor();
};

const compareTwo = async (page: Page) => {
  const boxes = page.getByLabel(/^Select to compare/);
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await press(page, 'Compare two');
  await page.getByText('Only in the first answer').waitFor();
};

const openMenu = async (page: Page) => {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
};

/** All pages by the names of their screenshots. */
export function pagesOf(ids: Ids): Record<string, Shown> {
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
      act: (page) => page.locator('tbody a').first().click(),
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
