import { Counter, type Registry } from 'prom-client';
import type { Allowance, Draws } from '../request/limits.js';

export type DrawObserver = (
  allowance: Allowance,
  outcome: 'allowed' | 'refused' | 'failed',
) => void;

/** Counts places that were asked for, by the allowance they belong to. */
export function createDrawMetrics(registry: Registry): DrawObserver {
  const draws = new Counter({
    name: 'answerscope_limit_draws_total',
    help: 'Calls under a limit by its allowance: allowed, refused, or failed because nothing could be counted.',
    labelNames: ['allowance', 'outcome'],
    registers: [registry],
  });
  return (allowance, outcome) => draws.inc({ allowance, outcome });
}

/** The same draws, each of which is told. */
export const observeDraws = (draws: Draws, tell: DrawObserver): Draws => ({
  ...draws,
  draw(asker, allowance) {
    const drawn = draws.draw(asker, allowance);
    if (!(drawn instanceof Promise)) {
      if (drawn !== null) tell(allowance, drawn.admitted ? 'allowed' : 'refused');
      return drawn;
    }
    return drawn.then(
      (known) => {
        if (known !== null) tell(allowance, known.admitted ? 'allowed' : 'refused');
        return known;
      },
      (error) => {
        tell(allowance, 'failed');
        throw error;
      },
    );
  },
});
