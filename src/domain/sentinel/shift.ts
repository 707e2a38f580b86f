/** Whether a platform changed for all, rather than one brand (metrics: ranking collapse). */

import { LEAST_SHIFTED_BRANDS, LEAST_SHIFTED_SHARE, LIKELY_P } from '../incidents/incident-rule.js';
import { chooseWindow, type FallCell, measureFall } from './fall.js';

/** A brand's answers on one platform: of the last 24 hours and of the last seven days, each with its baseline. */
export interface BrandOnPlatform {
  brandId: string;
  day: readonly FallCell[];
  week: readonly FallCell[];
}

export interface Shift {
  /** Brands with enough answers to say whether they fell. */
  lookedAt: number;
  fallen: { brandId: string; relativeDrop: number }[];
  /** Mean relative drop of those that were looked at; a rise counts as none. */
  effect: number;
  /** How probable so few hits of so many brands would be if nothing had changed. */
  p: number;
  isShift: boolean;
  /** So many are less than chance explains, if not all as surely: too early to say that it is one brand's. */
  isLikely: boolean;
}

/**
 * Half of the brands falling together, and at least two, is the platform's doing and no brand's. Each has to fall as
 * surely as a collapse; `p` is that of the last one needed for half, times those it could have been instead
 * (Benjamini and Heller 2008, partial conjunctions).
 */
export function findShift(brands: readonly BrandOnPlatform[]): Shift {
  const falls = brands.flatMap(({ brandId, day, week }) => {
    const fall = measureFall(chooseWindow(day, week), 'visibility');
    return fall?.isKnown ? { ...fall, brandId } : [];
  });
  const fallen = falls.filter(({ fires }) => fires);
  const lookedAt = falls.length;
  const needed = Math.max(LEAST_SHIFTED_BRANDS, Math.ceil(lookedAt * LEAST_SHIFTED_SHARE));
  const last = falls.map(({ p }) => p).sort((a, b) => a - b)[needed - 1];
  return {
    lookedAt,
    fallen: fallen.map(({ brandId, relativeDrop }) => ({ brandId, relativeDrop })),
    effect:
      falls.reduce((sum, fall) => sum + Math.max(0, fall.relativeDrop), 0) / Math.max(1, lookedAt),
    p: last === undefined ? 1 : Math.min(1, last * (lookedAt - needed + 1)),
    isShift: fallen.length >= needed,
    isLikely: last !== undefined && last <= LIKELY_P,
  };
}
