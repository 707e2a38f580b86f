import type { Deps } from '../../../src/deps.js';
import {
  type Assignment,
  type Composition,
  type Engine,
  EngineError,
} from '../../../src/engines/engine.js';

type Work = (assignment: Assignment, signal: AbortSignal) => Promise<Composition> | Composition;

/** A successful composition of an engine. */
export const composition = (value: unknown, fields: Partial<Composition> = {}): Composition => ({
  value,
  model: 'model-1',
  tokensUsed: 120,
  costUsd: 0.0021,
  ...fields,
});

export const fails =
  (code: ConstructorParameters<typeof EngineError>[0]): Work =>
  () =>
    Promise.reject(new EngineError(code, `it failed with ${code}`));

/** Never settles and ignores its signal. */
export const hangs: Work = () => new Promise<never>(() => {});

const createComposer = (platform: string, work: Work | null): Engine => ({
  platform,
  sandbox: false,
  citationCapable: true,
  webSearch: true,
  ask: () => Promise.reject(new EngineError('UNAVAILABLE', 'it only composes')),
  ping: async () => {},
  compose: work === null ? null : async (assignment, signal) => work(assignment, signal),
});

/** The same deps with these engines for live callers, in order; null is an engine that cannot compose. */
export function withComposers(deps: Deps, works: Record<string, Work | null>): Deps {
  const engines = new Map(
    Object.entries(works).map(([platform, work]) => [platform, createComposer(platform, work)]),
  );
  return {
    ...deps,
    engines: {
      ...deps.engines,
      forEnvironment: (environment) =>
        environment === 'test'
          ? deps.engines.forEnvironment('test')
          : {
              configured: [...engines.keys()],
              get: (platform) => engines.get(platform),
              sandbox: false,
            },
    },
  };
}
