import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `isSo` returns true; returns the elapsed milliseconds and throws after `limitMs`. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    if (await isSo()) return performance.now() - startedMs;
    if (performance.now() - startedMs > limitMs)
      throw new Error(`condition not met within ${limitMs} ms: ${isSo}`);
    await sleep(10);
  }
}
