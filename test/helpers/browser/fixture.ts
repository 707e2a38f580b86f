import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser, type Visit, type VisitOptions, visit } from './browser.js';

/** A browser for the tests of one file. Closes its pages after each test and fails if they had faults. */
export function useBrowser(): (url: string, options?: VisitOptions) => Promise<Visit> {
  let browser: Browser;
  const visits: Visit[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const made = visits.splice(0);
    await Promise.all(made.map(({ context }) => context.close()));
    expect(made.flatMap(({ faults }) => faults)).toEqual([]);
  });
  return async (url, options) => {
    const at = await visit(browser, url, options);
    visits.push(at);
    return at;
  };
}
