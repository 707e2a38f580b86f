import type { Log } from '../observability/log.js';

const LOOK_EVERY_MS = 1_000;

/** Starts the analysis of completed runs every second. Safe to run in any number of processes. */
export function createAnalysisPoller(
  examineOwed: (stop: AbortSignal) => Promise<void>,
  log: Log,
): { dispose(): Promise<void> } {
  const stop = new AbortController();
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= examineOwed(stop.signal)
      .catch((error) =>
        log.warn({ err: error }, 'the analysis of completed runs failed; will retry'),
      )
      .finally(() => {
        looking = null;
      });
  }, LOOK_EVERY_MS).unref();
  return {
    async dispose() {
      clearInterval(timer);
      stop.abort();
      await looking;
    },
  };
}
