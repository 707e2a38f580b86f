import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.js';
import { type Deprecation, type EndingPath, tellOfEnd } from './deprecation.js';

/** Tells accounts of the end of paths. */
export interface DeprecationNotifier {
  /** Those that do not know yet. */
  tell(): Promise<void>;
  dispose(): Promise<void>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Begins at once, and again after a while if the database was out of reach; nothing ends without a date. */
export function createDeprecationNotifier(
  deps: Deps,
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
        deps.log.warn({ err: error }, 'not all accounts were told of the end of paths');
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
