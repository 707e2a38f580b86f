import { type Engine, EngineError } from './engine.js';
import { MisconfiguredError } from './vendor-failure.js';

const needsOperator = (error: unknown): error is EngineError =>
  error instanceof MisconfiguredError ||
  (error instanceof EngineError && error.code === 'UNAUTHORIZED');

/** What only the operator can mend is told once, however many questions fail of it. */
export function tellOnce(engine: Engine, tell: (words: string) => void): Engine {
  const told = new Set<string>();
  return {
    ...engine,
    ask: async (question, signal) => {
      try {
        return await engine.ask(question, signal);
      } catch (error) {
        if (needsOperator(error) && !told.has(error.message)) {
          told.add(error.message);
          tell(error.message);
        }
        throw error;
      }
    },
  };
}
