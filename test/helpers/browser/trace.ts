import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** CPU time in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

const CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];

/**
 * CPU time in milliseconds of each task of the pages' main threads during `work`, longest first. Unlike
 * elapsed time, it does not include waiting for other processes such as the product.
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
