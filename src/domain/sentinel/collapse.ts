/** Whether a brand's presence or top-three place fell away (metrics: ranking collapse). */

import {
  LEAST_BASE,
  LEAST_BASE_RATE,
  LEAST_LOWER_BOUND,
  LEAST_NOW,
  LEAST_RELATIVE_DROP,
} from '../incidents/incident-rule.js';
import { type Count, newcombe } from '../statistics/stats.js';

/** Below which two drops are the same in floating point. */
const EPSILON = 1e-9;

export interface Collapse {
  /** Rate before less rate now, with its 95 % interval. */
  drop: number;
  low: number;
  high: number;
  /** The drop as a share of the rate before. */
  relativeDrop: number;
  /** Enough answers in both windows, and a rate before that can fall. */
  isKnown: boolean;
  /** Whatever the number of answers, chance does not explain so large a drop. */
  isDown: boolean;
  fires: boolean;
}

/** Three tenths of what it was, or more. */
export const isLarge = (relativeDrop: number): boolean =>
  relativeDrop >= LEAST_RELATIVE_DROP - EPSILON;

/** Null while one of the windows is empty. Counts are effective ones: repeats of a prompt tell less than new ones. */
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
