import { coalesce } from '../async/coalesce.js';
import type { Log } from '../observability/log.js';

const LOOK_EVERY_MS = 1_000;

/** Has completed runs examined, all of a second together. Any number of processes may do so. */
export function createAnalysisPoller(
  examineOwed: (stop: AbortSignal) => Promise<void>,
  log: Log,
): { dispose(): Promise<void> } {
  const stop = new AbortController();
  const look = coalesce(() =>
    examineOwed(stop.signal).catch((error) =>
      log.warn({ err: error }, 'completed runs could not be examined yet'),
    ),
  );
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    async dispose() {
      clearInterval(timer);
      stop.abort();
      await look();
    },
  };
}
