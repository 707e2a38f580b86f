/** Whether the visibility or the top-three rate of a brand collapsed (metrics: ranking collapse). */

import {
  LEAST_BASE,
  LEAST_BASE_RATE,
  LEAST_LOWER_BOUND,
  LEAST_NOW,
  LEAST_RELATIVE_DROP,
} from '../incidents/incident-rule.js';
import { type Count, newcombe } from '../statistics/stats.js';

/** Tolerance for floating-point comparison. */
const EPSILON = 1e-9;

export interface Collapse {
  /** Rate before minus rate now, with its 95 % interval. */
  drop: number;
  low: number;
  high: number;
  /** Drop as a share of the rate before. */
  relativeDrop: number;
  /** Both windows have enough answers, and the rate before is high enough to fall. */
  isKnown: boolean;
  /** The drop is larger than chance explains, whatever the number of answers. */
  isDown: boolean;
  fires: boolean;
}

/** A relative drop of 30 % or more. */
export const isLarge = (relativeDrop: number): boolean =>
  relativeDrop >= LEAST_RELATIVE_DROP - EPSILON;

/**
 * Null when one of the windows is empty. Counts are effective: repeats of a prompt count less than
 * new prompts.
 */
export function findCollapse(base: Count, now: Count): Collapse | null {
  const interval = newcombe(base, now);
  if (interval === null) return null;
  const before = base.hits / base.of;
  const relativeDrop = before === 0 ? 0 : interval.difference / before;
  const isKnown =
    now.of >= LEAST_NOW - EPSILON &&
    base.of >= LEAST_BASE - EPSILON &&
    before >= LEAST_BASE_RATE - EPSILON;
  const isDown = interval.low > LEAST_LOWER_BOUND && isLarge(relativeDrop);
  return {
    drop: interval.difference,
    low: interval.low,
    high: interval.high,
    relativeDrop,
    isKnown,
    isDown,
    fires: isKnown && isDown,
  };
}
