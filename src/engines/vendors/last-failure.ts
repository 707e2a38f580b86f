import { EngineError } from '../engine.js';
import { needsOperator } from './vendor-failure.js';

/** What passes by itself says nothing any more after this long. */
const TELLING_MS = 10 * 60_000;

/** Somebody was there, or nobody was asked. */
const answers = ({ code }: EngineError): boolean => code === 'REFUSED' || code === 'EMPTY';
const saysNothing = ({ code }: EngineError): boolean =>
  code === 'ABORTED' || code === 'BUSY' || code === 'SPENT';

/** Remembers how an engine's last call failed, until one goes well. */
export function createLastFailure() {
  let last: { failure: EngineError; atMs: number } | null = null;
  return {
    /** Passes `work` on as it is. */
    async of<T>(work: Promise<T>): Promise<T> {
      try {
        const value = await work;
        last = null;
        return value;
      } catch (error) {
        if (error instanceof EngineError && !saysNothing(error)) {
          last = answers(error) ? null : { failure: error, atMs: Date.now() };
        }
        throw error;
      }
    },
    get(): EngineError | null {
      if (last === null) return null;
      const { failure, atMs } = last;
      return needsOperator(failure) || Date.now() - atMs < TELLING_MS ? failure : null;
    },
  };
}
