/** Whether a brand's presence or top-three place fell away (metrics: ranking collapse). */

import { type Count, newcombe } from './stats.js';

const LEAST_LOWER_BOUND = 0.05;
const LEAST_RELATIVE_DROP = 0.3;
const LEAST_NOW = 21;
const LEAST_BASE = 60;
const LEAST_BASE_RATE = 0.1;
/** Below which two drops are the same in floating point. */
const EPSILON = 1e-9;

export interface Collapse {
  /** Rate before less rate now, with its 95 % interval. */
  drop: number;
  low: number;
  high: number;
  /** The drop as a share of the rate before. */
  relativeDrop: number;
  fires: boolean;
}

/** Null while one of the windows is empty. Counts are effective ones: repeats of a prompt tell less than new ones. */
export function findCollapse(base: Count, now: Count): Collapse | null {
  const interval = newcombe(base, now);
  if (interval === null) return null;
  const before = base.hits / base.of;
  const relativeDrop = before === 0 ? 0 : interval.difference / before;
  return {
    drop: interval.difference,
    low: interval.low,
    high: interval.high,
    relativeDrop,
    fires:
      interval.low > LEAST_LOWER_BOUND &&
      relativeDrop >= LEAST_RELATIVE_DROP - EPSILON &&
      now.of >= LEAST_NOW &&
      base.of >= LEAST_BASE &&
      before >= LEAST_BASE_RATE - EPSILON,
  };
}

/** What all tracked brands do on one platform on one day. */
export interface PlatformFall {
  brandId: string;
  /** (before − now) / before on this platform. */
  relativeDrop: number;
}

/** Half of the brands falling together is the platform's doing and no brand's; of one brand alone nothing can be said. */
export const isPlatformShift = (falls: readonly PlatformFall[]): boolean =>
  falls.length >= 2 &&
  falls.filter(({ relativeDrop }) => relativeDrop >= LEAST_RELATIVE_DROP - EPSILON).length * 2 >=
    falls.length;
