import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of the processor. */
  tdur?: number;
  args?: { name?: string };
}

const CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];

/**
 * Milliseconds of processor time of each task of the pages' main threads while that was done, the longest
 * first. Unlike the time on the clock it does not grow while others, such as the product, have the processor.
 */
export async function traceTasks(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser to trace');
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const trace = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(
      ({ name, ph, pid, tid }) =>
        ph === 'X' && /(^|::)RunTask$/.test(name) && threads.has(`${pid} ${tid}`),
    )
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1_000]))
    .sort((a, b) => b - a);
}
