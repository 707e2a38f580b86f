import type { App } from '../../../src/app.js';
import type { Tenant } from '../../../src/deps.js';
import type { Engine } from '../../../src/engines/engine.js';
import { performRun } from '../../../src/services/runs/perform-run.js';

export interface PausedRun {
  /** Resolves when the run pauses or ends; rejects if it fails before. */
  reached: Promise<void>;
  release(): void;
  ended: Promise<void>;
}

/** Performs a run in this process and pauses it before question number `at` until `release`. */
export function performPaused(
  app: Pick<App, 'deps'>,
  tenant: Tenant,
  run: { id: string },
  at: number,
): PausedRun {
  let asked = 0;
  let release = () => {};
  let reach = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stop = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const hold = (engine: Engine): Engine => ({
    ...engine,
    async ask(question, signal) {
      asked += 1;
      if (asked === at) reach();
      if (asked >= at) await gate;
      return engine.ask(question, signal);
    },
  });
  const engines: App['deps']['engines'] = {
    ...app.deps.engines,
    forEnvironment(environment) {
      const set = app.deps.engines.forEnvironment(environment);
      return {
        ...set,
        get(platform) {
          const engine = set.get(platform);
          return engine && hold(engine);
        },
      };
    },
  };
  const never = new AbortController().signal;
  const ended = performRun({ ...app.deps, engines }, tenant, run.id, { stop: never, abort: never });
  return { reached: Promise.race([stop, ended]), release, ended };
}
