import type { App } from '../../../src/app.js';
import type { Deps } from '../../../src/deps.js';
import type { Assignment, Compose } from '../../../src/engines/engine.js';
import { createSandboxEngine } from '../../../src/engines/sandbox/sandbox.js';

/** The result of a scripted judge for an assignment; an Error makes it fail. */
export type Opinion = (assignment: Assignment) => unknown;

/** A verdict as a judge returns it. */
export const verdict = (label: string, score: number, quote: string, refersToBrand = true) => ({
  label,
  score,
  refersToBrand,
  quote,
});

/** Returns the opinions in order, then repeats the last one. */
export function inTurn(...opinions: unknown[]): Opinion {
  let asked = 0;
  return () => opinions[Math.min(asked++, opinions.length - 1)];
}

export const toCompose =
  (opinion: Opinion): Compose =>
  async (assignment) => {
    const value = await opinion(assignment);
    if (value instanceof Error) throw value;
    return { value, model: 'judge-1', tokensUsed: 7, costUsd: 0.001 };
  };

/** The app's deps with Claude as a judge that returns this opinion. */
export function withJudge({ deps }: Pick<App, 'deps'>, opinion: Opinion): Deps {
  const engine = { ...createSandboxEngine('claude'), sandbox: false, compose: toCompose(opinion) };
  const get = (platform: string) => (platform === 'claude' ? engine : undefined);
  const set = { configured: ['claude'], get, sandbox: false };
  return {
    ...deps,
    config: { ...deps.config, judgePlatform: 'claude' },
    engines: { ...deps.engines, forEnvironment: () => set },
  };
}
