import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../helpers/app.js';
import { useBrowser } from '../helpers/browser/fixture.js';
import { closed, copyable, dialog, heading } from '../helpers/browser/steps.js';
import { until } from '../helpers/run/until.js';

/** The main part of the journey without any pointer: nothing here is clicked or filled. */

const MOST_STOPS = 120;

let app: TestApp;
let page: Page;
const visit = useBrowser();

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.dispose());

interface Stop {
  id: string;
  /** As it is called for who cannot see it, about. */
  name: string;
  inDialog: boolean;
  /** Whether somebody who looks sees that it has the focus. */
  isSeen: boolean;
}

const READ = `(() => {
  const element = document.activeElement;
  const labels = [...(element.labels ?? [])].map((label) => label.textContent);
  const name = element.getAttribute('aria-label') ?? (labels.length > 0 ? labels.join(' ') : element.textContent);
  const outlined = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  const label = element.closest('label');
  return {
    id: element.id,
    name: element === document.body ? '(nothing)' : name.trim().replaceAll(/\\s+/g, ' '),
    inDialog: element.closest('[role=dialog]') !== null,
    isSeen: outlined(element) || (label !== null && outlined(label)),
  };
})()`;

const here = (): Promise<Stop> => page.evaluate(READ) as Promise<Stop>;
const key = (name: string) => page.keyboard.press(name);
const type = (words: string) => page.keyboard.type(words);

/** By Tab to the next stop of that name; each stop on the way is to be seen. */
async function tabTo(name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let left = MOST_STOPS; left > 0; left -= 1) {
    await key('Tab');
    const stop = await here();
    seen.push(stop.name.slice(0, 60));
    if (stop.name !== '(nothing)' && !stop.isSeen)
      throw new Error(`the focus is on “${stop.name}”, and cannot be seen`);
    if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return;
  }
  throw new Error(`${name} is not reached by Tab: ${seen.join(' | ')}`);
}

async function expectAt(what: Partial<Stop>): Promise<void> {
  const isThere = async () => {
    const stop = await here();
    return Object.entries(what).every(([part, value]) => stop[part as keyof Stop] === value);
  };
  // Dialogs give the focus back a moment after they are gone.
  await until(isThere, 30_000).catch(() => {});
  expect(await here()).toMatchObject(what);
}

test('from sign-in to a run, its answers, a key and back out', async () => {
  const account = await app.createAccount();
  ({ page } = await visit(app.url, { path: '/dashboard?environment=test' }));
  // One signs in, and is at the beginning of the page.
  await heading(page, 'Sign in');
  await tabTo('E-mail');
  await type(account.email);
  await tabTo('Password');
  await type(account.password);
  await key('Enter');
  await heading(page, 'Brands');
  await expectAt({ id: 'main' });

  // The first stop leads past the navigation.
  await page.reload();
  await heading(page, 'Brands');
  await tabTo('Skip to content');
  const box = await page.getByRole('link', { name: 'Skip to content' }).boundingBox();
  expect(box?.width).toBeGreaterThan(80);
  await key('Enter');
  await expectAt({ id: 'main' });
  await key('Tab');
  expect((await here()).name).toBe('Add a brand');

  // A form that is left gives the focus back; one that is sent leads on.
  await key('Enter');
  await expectAt({ name: 'Name', inDialog: true });
  await key('Escape');
  await closed(page);
  await expectAt({ name: 'Add a brand', inDialog: false });
  await key('Enter');
  await expectAt({ name: 'Name', inDialog: true });
  await type('Northwind');
  await tabTo('Category');
  await type('Bicycle lights');
  await key('Enter');
  await heading(page, 'Northwind');
  await expectAt({ id: 'main' });

  // A run is chosen and started; a cell opens its answers and has the focus after.
  await tabTo('Start a run');
  await key('Enter');
  await dialog(page).getByText('Takes about').waitFor();
  await tabTo('DeepSeek');
  await key('Space');
  expect(await dialog(page).getByLabel('DeepSeek').isChecked()).toBe(false);
  await tabTo('Start the run');
  await key('Enter');
  await heading(page, 'Run of Northwind');
  await expectAt({ id: 'main' });
  await page.getByText('60 of 60 answers').waitFor();
  const cell = async (row: number, column: number) => {
    const rows = page.getByRole('grid').locator('tbody tr');
    const text = await rows.nth(row).getByRole('gridcell').nth(column).textContent();
    return text?.trim().replaceAll(/\s+/g, ' ');
  };
  const seen: string[] = [];
  await tabTo(/: \d of 1 answers name the brand/);
  for (const move of ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'End', 'ArrowUp', 'Control+End']) {
    await key(move);
    seen.push((await here()).name);
  }
  const way = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 4],
    [0, 4],
    [11, 4],
  ] as const;
  expect(seen).toEqual(await Promise.all(way.map(([row, column]) => cell(row, column))));
  const name = seen.at(-1) ?? '';
  // The grid is one stop, at the cell where one was.
  await key('Tab');
  expect((await here()).name).not.toMatch(/answers name the brand/);
  await key('Shift+Tab');
  await expectAt({ name });
  await key('Enter');
  await dialog(page).getByRole('article').waitFor();
  await expectAt({ inDialog: true });
  // Round and round, but not out.
  for (let stop = 0; stop < 12; stop += 1) {
    await key('Tab');
    expect((await here()).inDialog).toBe(true);
  }
  await key('Escape');
  await closed(page);
  await expectAt({ name, inDialog: false });

  // Links of the navigation lead to the page; what arrows choose from keeps the focus.
  await page.reload();
  await heading(page, 'Run of Northwind');
  await tabTo('Visibility');
  await key('Enter');
  await heading(page, 'Visibility');
  await expectAt({ id: 'main' });
  await tabTo('30 days');
  await key('ArrowLeft');
  await expectAt({ name: '7 days' });
  const { pathname, searchParams } = new URL(page.url());
  expect([pathname.split('/').at(-1), searchParams.get('days')]).toEqual(['visibility', '7']);
  await page.reload();
  await heading(page, 'Visibility');
  await tabTo('Test');
  await key('ArrowLeft');
  await page.getByText('No brands yet').waitFor();
  await expectAt({ name: 'Live' });
  await key('ArrowRight');
  await page.getByRole('link', { name: 'Northwind' }).waitFor();
  await expectAt({ name: 'Test' });

  // A key is made; Escape does not lose it; a question that is left changes nothing.
  await tabTo('Keys');
  await key('Enter');
  await heading(page, 'API keys');
  await expectAt({ id: 'main' });
  await tabTo('Create a key');
  await key('Enter');
  await expectAt({ name: 'Name', inDialog: true });
  await type('By keys alone');
  await tabTo(/^Read /);
  await key('ArrowDown');
  expect((await here()).name).toMatch(/^Write /);
  await tabTo('Create key');
  await key('Enter');
  expect(await copyable(page, 'By keys alone')).toMatch(/^sk_test_/);
  await expectAt({ inDialog: true });
  await key('Escape');
  // What Escape does is done by the next frame.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
  await tabTo('I have copied it');
  await key('Enter');
  await closed(page);
  await expectAt({ name: 'Create a key', inDialog: false });

  await tabTo('Revoke By keys alone');
  await key('Enter');
  await dialog(page).getByText('This cannot be undone.').waitFor();
  await key('Escape');
  await closed(page);
  await expectAt({ name: 'Revoke By keys alone' });
  await key('Enter');
  await tabTo('Revoke key');
  await key('Enter');
  await page.getByText('Inactive keys (1)').waitFor();
  await closed(page);
  // Its button is gone.
  await expectAt({ id: 'main' });

  // One signs out.
  await page.reload();
  await heading(page, 'API keys');
  await tabTo('Sign out');
  await key('Enter');
  await page.getByText('You have signed out.').waitFor();
  await expectAt({ id: 'main' });
});
