import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

const WIDTHS = [320, 2_560];
const HEIGHT = 900;
/** axe-core rules whose result depends on the theme. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const axe = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Waits for CSS transitions, during which colours are not final. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(
    `Promise.allSettled(document.getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
      .map((animation) => animation.finished)).then(() => true)`,
  );

/** Filters axe-core's results in the browser: all results of a large page take megabytes. */
const findFaults = (page: Page, options: object): Promise<string[]> =>
  page.evaluate(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) =>
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
  );

/** Retries for two seconds until nothing is found: an editor takes a moment to change its colours. */
async function patiently<T extends { length: number }>(look: () => Promise<T>, page: Page) {
  let found = await look();
  for (let left = 10; found.length > 0 && left > 0; left -= 1) {
    await page.waitForTimeout(200);
    found = await look();
  }
  return found;
}

/** Reports by how much the page itself scrolls horizontally at a width, if it does. */
async function overflow(page: Page, width: number): Promise<string[]> {
  const over = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  return over > 0 ? [`${width} px wide, it scrolls ${over} px sideways`] : [];
}

/**
 * Faults of a page in both themes and at the smallest and largest supported width: serious findings of
 * axe-core except `known` ones, and horizontal scrolling of the page itself.
 */
async function auditPage(page: Page, known?: RegExp): Promise<string[]> {
  const faults: string[] = [];
  const before = page.viewportSize();
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(await axe);
  for (const [colorScheme, options] of [
    ['light', {}],
    ['dark', { runOnly: RULES_OF_COLOURS }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const look = async () =>
      (await findFaults(page, options)).filter((fault) => !known?.test(fault));
    faults.push(...(await patiently(look, page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    faults.push(...(await patiently(() => overflow(page, width), page)));
  }
  if (before !== null) await page.setViewportSize(before);
  return faults;
}

export const expectAccessible = async (page: Page, known?: RegExp): Promise<void> =>
  expect(await auditPage(page, known)).toEqual([]);
