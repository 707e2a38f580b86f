import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { auditPage } from '../helpers/browser/audit-page.js';
import { startBrowser, type Visit, visit } from '../helpers/browser/browser.js';
import { ask } from '../helpers/client/graphql.js';

const WAIT_MS = 30_000;
const CREATE =
  'mutation($input: CreateBrandInput!) { createBrand(input: $input) { brand { id } } }';

let app: TestApp;
let account: TestAccount;
let browser: Browser;
let at: Visit;

beforeAll(async () => {
  // Slow enough that a run is still going when it is followed: 12 prompts, one after the other.
  app = await startApp({ SANDBOX_LATENCY_MS: '250', PLATFORM_CONCURRENCY: '1' });
  account = await app.createAccount();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.dispose();
});
afterEach(() => at.context.close());

async function open(options: Parameters<typeof visit>[2] = {}): Promise<void> {
  at = await visit(browser, app.url, options);
  at.page.setDefaultTimeout(WAIT_MS);
  const answer = await at.page.goto(`${app.url}/graphiql`);
  expect(answer?.status()).toBe(200);
  await at.page.locator('.graphiql-query-editor .view-line').first().waitFor();
  // The explorer of documents can list types once the schema has come.
  await at.page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await at.page.getByRole('link', { name: 'ProbeRun', exact: true }).waitFor();
  await at.page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
}

const status = () => at.page.getByRole('status').first().textContent();
const openTab = (name: string) => at.page.getByRole('tab', { name }).click();
const run = () => at.page.getByRole('button', { name: /^Execute query/ }).click();

/** The answer pane's text, as soon as it holds `text`. */
async function answerWith(text: string | RegExp): Promise<string> {
  const pane = at.page.locator('.result-window .view-lines');
  await pane.filter({ hasText: text }).waitFor();
  // The editor draws spaces that do not break.
  return (await pane.allTextContents()).join('').replaceAll('\u00a0', ' ');
}

/** The editor itself closes the brace that is typed. */
async function writeHeader(name: string, value: string): Promise<void> {
  await at.page.getByRole('button', { name: 'Headers', exact: true }).click();
  await at.page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .view-lines').click();
  await at.page.keyboard.press('ControlOrMeta+a');
  await at.page.keyboard.type(`{ "${name}": "${value}" `);
}

/** How many results came over a socket since. */
function countSteps(): () => number {
  let steps = 0;
  at.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"type":"next"')) steps += 1;
    }),
  );
  return () => steps;
}

/** From the overview to the end of a run, by the tabs as they are filled in. */
async function walk(): Promise<void> {
  await run();
  expect(await answerWith('totalCount')).toContain('"name": "Acme"');
  await openTab('StartAProbe');
  await run();
  expect(await answerWith('startProbe')).toContain('"status": "QUEUED"');
  await openTab('FollowItLive');
  const steps = countSteps();
  await run();
  expect(await answerWith('"COMPLETED"')).toContain('"answered": 72');
  // The snapshot, some answers, the end.
  expect(steps()).toBeGreaterThan(3);
  await at.page.getByRole('button', { name: /^Execute query/ }).waitFor();
}

describe('GraphiQL', () => {
  beforeAll(async () => {
    const variables = { input: { name: 'Acme', category: 'CRM software' } };
    await ask(app, CREATE, { variables, headers: { cookie: account.cookie } });
    await ask(app, CREATE, { variables, key: account.key });
  });

  test('tells a visitor how to get in, and refuses in words', async () => {
    await open();
    expect(await status()).toMatch(/^You are signed out\..*key create --email/s);
    await run();
    await answerWith('"UNAUTHENTICATED"');
    await openTab('FollowItLive');
    await run();
    await answerWith('sign in, or give a key');
    expect(at.faults).toEqual([]);
  }, 90_000);

  test('shows, starts and follows for whoever is signed in', async () => {
    await open({ cookie: account.cookie, colorScheme: 'dark' });
    expect(await status()).toBe(`Signed in as ${account.email}`);
    await walk();
    expect(at.faults).toEqual([]);
  }, 120_000);

  test('does the same with a key, and keeps it nowhere', async () => {
    await open();
    await writeHeader('Authorization', `Bearer ${account.key}`);
    await at.page.getByRole('status').filter({ hasText: 'Requests carry the key' }).waitFor();
    await walk();
    const kept = await at.page.evaluate('JSON.stringify(localStorage)');
    expect(kept).toContain('FollowItLive');
    expect(kept).not.toContain(account.key.slice(0, 16));
    await at.page.reload();
    await at.page.getByRole('tab', { name: 'FollowItLive', selected: true }).waitFor();
    await at.page
      .locator('.graphiql-query-editor .view-lines', { hasText: 'subscription' })
      .waitFor();
    expect(await at.page.getByRole('tab').count()).toBe(3);
    expect(await status()).toMatch(/^You are signed out/);
    expect(at.faults).toEqual([]);
  }, 120_000);

  test('stands in the frame of the dashboard, with the brand that one came from', async () => {
    const { data } = await ask(app, '{ brands { nodes { id } } }', {
      headers: { cookie: account.cookie },
    });
    const id = (data as { brands: { nodes: { id: string }[] } }).brands.nodes[0]?.id;
    at = await visit(browser, app.url, { cookie: account.cookie });
    at.page.setDefaultTimeout(WAIT_MS);
    await at.page.goto(`${app.url}/dashboard/brands/${id}`);
    await at.page.getByRole('link', { name: 'Explore' }).click();
    await at.page.locator('.graphiql-query-editor .view-line').first().waitFor();
    const frame = at.page.locator('#frame');
    expect(await frame.locator('[aria-current=page]').allTextContents()).toEqual(['Explore']);
    await frame
      .getByText(account.email.split('@')[0] ?? '')
      .or(frame.getByText(/^User/))
      .first()
      .waitFor();
    await frame.getByRole('button', { name: /^Theme: system/ }).click();
    await frame.getByRole('button', { name: /^Theme: light/ }).click();
    await at.page.locator('body.graphiql-dark').waitFor();
    await frame.getByRole('link', { name: 'Prompts' }).click();
    await at.page.getByRole('heading', { level: 1, name: 'Prompts' }).waitFor();
    expect(await at.page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(at.faults).toEqual([]);
  }, 90_000);

  test('is whole in both themes at every width', async () => {
    await open();
    // GraphiQL puts the button that closes a tab into the tab.
    const faults = (await auditPage(at.page)).filter(
      (fault) => !/: nested-interactive: \.graphiql-tab/.test(fault),
    );
    expect(faults).toEqual([]);
  }, 120_000);

  test('sees the test data of a session that asks for it', async () => {
    await open({ cookie: account.cookie });
    await writeHeader('X-Environment', 'test');
    await walk();
    expect(at.faults).toEqual([]);
  }, 120_000);
});
