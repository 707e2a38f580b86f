import { Counter, type Registry } from 'prom-client';
import type { Allowance, RateLimiter } from '../request/rate-limiter.js';

export type LimitObserver = (
  allowance: Allowance,
  outcome: 'allowed' | 'refused' | 'failed',
) => void;

/** Counts calls by the allowance that limits them. */
export function createLimitMetrics(registry: Registry): LimitObserver {
  const draws = new Counter({
    name: 'answerscope_limit_draws_total',
    help: 'Limited calls by allowance and outcome: allowed, refused, or failed because they could not be counted.',
    labelNames: ['allowance', 'outcome'],
    registers: [registry],
  });
  return (allowance, outcome) => draws.inc({ allowance, outcome });
}

/** Wraps a rate limiter so that every outcome is observed. */
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
