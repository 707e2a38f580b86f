import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: string[] }[];
}

const WIDTHS = [320, 2_560];
const HEIGHT = 900;

const axe = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** A colour on its way to another is neither. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(
    `Promise.allSettled(document.getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
      .map((animation) => animation.finished)).then(() => true)`,
  );

async function auditOnce(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate('axe.run(document)')) as { violations: Violation[] };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** What assistive technology stumbles over, serious or worse; an editor takes a moment to change its colours. */
async function audit(page: Page): Promise<string[]> {
  await page.evaluate(await axe);
  let faults = await auditOnce(page);
  for (let left = 5; faults.length > 0 && left > 0; left -= 1) {
    await page.waitForTimeout(500);
    faults = await auditOnce(page);
  }
  return faults;
}

/** How far the page itself scrolls sideways, once what follows the window's width has done so. */
async function overflow(page: Page): Promise<number> {
  let over = 0;
  for (let left = 50; left > 0; left -= 1) {
    over = (await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )) as number;
    if (over <= 0) return 0;
    await page.waitForTimeout(100);
  }
  return over;
}

/**
 * All that is wrong with a page in both themes and at both ends of the widths it is made for:
 * serious findings of axe-core, and whatever makes the page itself scroll sideways.
 */
export async function auditPage(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const before = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    faults.push(...(await audit(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const over = await overflow(page);
    if (over > 0) faults.push(`${width} px wide, it scrolls ${over} px sideways`);
  }
  if (before !== null) await page.setViewportSize(before);
  return faults;
}
