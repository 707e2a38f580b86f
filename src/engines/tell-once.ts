import type { Engine } from './engine.js';
import { needsOperator } from './vendors/vendor-failure.js';

/** What only the operator can mend is told once, however many calls fail of it. */
export function tellOnce(engine: Engine, tell: (words: string) => void): Engine {
  const told = new Set<string>();
  const telling = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (needsOperator(error) && !told.has(error.message)) {
        told.add(error.message);
        tell(error.message);
      }
      throw error;
    }
  };
  const { ask, compose, ping } = engine;
  return {
    ...engine,
    ask: (question, signal) => telling(ask(question, signal)),
    ping: (signal) => telling(ping(signal)),
    compose: compose && ((assignment, signal) => telling(compose(assignment, signal))),
  };
}
