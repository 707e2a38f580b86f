import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { expectAccessible } from '../helpers/browser/audit.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import { heading } from '../helpers/browser/steps.js';
import { makeBrand } from '../helpers/records/probe.js';

/** GraphiQL is large to load: what can be seen on one page is seen there. */

let app: TestApp;
let account: TestAccount;
let brandId: string;
let page: Page;
const visit = useBrowser();

beforeAll(async () => {
  // Slow enough that a run is still going when it is followed: 12 prompts, one after the other.
  app = await startApp({ SANDBOX_LATENCY_MS: '150', PLATFORM_CONCURRENCY: '1' });
  account = await app.createAccount();
  for (const environment of ['live', 'test'] as const)
    brandId = (await makeBrand(app, { accountId: account.accountId, environment })).id;
});
afterAll(() => app?.dispose());

const isReady = () => page.locator('.graphiql-query-editor .view-line').first().waitFor();

async function open(cookie = ''): Promise<void> {
  ({ page } = await visit(app.url, { cookie, path: '/graphiql' }));
  await isReady();
  // The explorer of documents can list types once the schema has come.
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await page.getByRole('link', { name: 'ProbeRun', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
}

const state = () => page.getByRole('status').first().textContent();
const openTab = (name: string) => page.getByRole('tab', { name }).click();
const run = () => page.getByRole('button', { name: /^Execute query/ }).click();

/** The answer pane's text, as soon as it holds `text`. */
async function answerWith(text: string | RegExp): Promise<string> {
  const pane = page.locator('.result-window .view-lines');
  await pane.filter({ hasText: text }).waitFor();
  // The editor draws spaces that do not break.
  return (await pane.allTextContents()).join('').replaceAll('\u00a0', ' ');
}

/** The editor itself closes the brace that is typed. */
async function writeHeader(name: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Headers', exact: true }).click();
  await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`{ "${name}": "${value}" `);
}

/**
 * From the overview, which is open, to the end of a run, by the tabs as they are filled in. Opening
 * a tab that is open already would put back the headers as they were while they were typed.
 */
async function walk(): Promise<void> {
  await run();
  expect(await answerWith('totalCount')).toContain('"name": "Acme"');
  await openTab('StartAProbe');
  await run();
  expect(await answerWith('startProbe')).toContain('"status": "QUEUED"');
  await openTab('FollowItLive');
  let steps = 0;
  page.once('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"type":"next"')) steps += 1;
    }),
  );
  await run();
  expect(await answerWith('"COMPLETED"')).toContain('"answered": 72');
  // The snapshot, some answers, the end.
  expect(steps).toBeGreaterThan(3);
  await page.getByRole('button', { name: /^Execute query/ }).waitFor();
}

test('tells a visitor how to get in and refuses in words; follows a key, and keeps it nowhere', async () => {
  await open();
  expect(await state()).toMatch(/^You are signed out\..*key create --email/s);
  await run();
  await answerWith('"UNAUTHENTICATED"');
  // GraphiQL puts the button that closes a tab into the tab.
  await expectAccessible(page, /^nested-interactive: \.graphiql-tab/);
  await openTab('FollowItLive');
  await run();
  await answerWith('Sign in, or enter a valid key');

  await openTab('Overview');
  await writeHeader('Authorization', `Bearer ${account.key}`);
  await page.getByRole('status').filter({ hasText: 'Requests use the key' }).waitFor();
  await walk();
  const kept = await page.evaluate('JSON.stringify(localStorage)');
  expect(kept).toContain('FollowItLive');
  expect(kept).not.toContain(account.key.slice(0, 16));
  await page.reload();
  await page.getByRole('tab', { name: 'FollowItLive', selected: true }).waitFor();
  await page.locator('.graphiql-query-editor .view-lines', { hasText: 'subscription' }).waitFor();
  expect(await page.getByRole('tab').count()).toBe(3);
  expect(await state()).toMatch(/^You are signed out/);
});

test('shows, starts and follows for whoever is signed in, in the environment that they ask for', async () => {
  await open(account.cookie);
  expect(await state()).toBe(`Signed in as ${account.email}`);
  await walk();
  await openTab('Overview');
  await writeHeader('X-Environment', 'test');
  await run();
  await answerWith(brandId);
});

test('stands in the frame of the dashboard, with the brand that one came from', async () => {
  const path = `/dashboard/brands/${brandId}?environment=test`;
  ({ page } = await visit(app.url, { cookie: account.cookie, path }));
  await page.getByRole('link', { name: 'Explore' }).click();
  await isReady();
  const frame = page.locator('#frame');
  expect(await frame.locator('[aria-current=page]').allTextContents()).toEqual(['Explore']);
  await frame.getByText(/^User/).first().waitFor();
  await frame.getByRole('button', { name: /^Theme: system/ }).click();
  await frame.getByRole('button', { name: /^Theme: light/ }).click();
  await page.locator('body.graphiql-dark').waitFor();
  await frame.getByRole('link', { name: 'Prompts' }).click();
  await heading(page, 'Prompts');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
});
