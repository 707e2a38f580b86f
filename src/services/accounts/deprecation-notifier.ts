import { setTimeout as sleep } from 'node:timers/promises';
import type { NetDeps, StoreDeps } from '../../deps.js';
import { type Deprecation, type EndingPath, tellOfEnd } from './deprecation.js';

/** Notifies accounts when paths are about to end. */
export interface DeprecationNotifier {
  /** Notifies all accounts that have not been notified. */
  tell(): Promise<void>;
  dispose(): Promise<void>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Starts immediately and retries while the database is unreachable. Without a date there is nothing
 * to notify.
 */
export function createDeprecationNotifier(
  deps: StoreDeps & NetDeps,
  deprecation: Deprecation | null,
  paths: readonly EndingPath[],
): DeprecationNotifier {
  const stop = new AbortController();
  const tell = async () => {
    if (deprecation !== null) await tellOfEnd(deps, deprecation, paths, stop.signal);
  };
  async function tellAll(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !stop.signal.aborted; pauseMs *= 2) {
      try {
        return await tell();
      } catch (error) {
        deps.log.warn({ err: error }, 'not all accounts could be notified of the end of paths');
        const untilNextMs = Math.min(pauseMs, LONGEST_PAUSE_MS);
        await sleep(untilNextMs, undefined, { signal: stop.signal }).catch(() => {});
      }
    }
  }
  const telling = tellAll();
  return {
    tell,
    async dispose() {
      stop.abort();
      await telling;
    },
  };
}
