import { setTimeout as sleep } from 'node:timers/promises';

/** Looks again and again until it is so, and says how long that took; gives up after `limitMs`. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    if (await isSo()) return performance.now() - startedMs;
    if (performance.now() - startedMs > limitMs)
      throw new Error(`it is not so after ${limitMs} ms: ${isSo}`);
    await sleep(10);
  }
}
