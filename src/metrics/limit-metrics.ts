import { Counter, type Registry } from 'prom-client';
import type { Allowance, RateLimiter } from '../request/rate-limiter.js';

export type LimitObserver = (
  allowance: Allowance,
  outcome: 'allowed' | 'refused' | 'failed',
) => void;

/** Counts places that were asked for, by the allowance they belong to. */
export function createLimitMetrics(registry: Registry): LimitObserver {
  const draws = new Counter({
    name: 'answerscope_limit_draws_total',
    help: 'Calls under a limit by its allowance: allowed, refused, or failed because nothing could be counted.',
    labelNames: ['allowance', 'outcome'],
    registers: [registry],
  });
  return (allowance, outcome) => draws.inc({ allowance, outcome });
}

/** The same limiter, with every outcome observed. */
export const observeRateLimiter = (rateLimiter: RateLimiter, tell: LimitObserver): RateLimiter => ({
  ...rateLimiter,
  consume(asker, allowance) {
    const consumption = rateLimiter.consume(asker, allowance);
    if (!(consumption instanceof Promise)) {
      if (consumption !== null) tell(allowance, consumption.admitted ? 'allowed' : 'refused');
      return consumption;
    }
    return consumption.then(
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
