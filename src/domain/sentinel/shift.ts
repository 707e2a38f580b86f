/** Whether a platform changed for all brands, not only for one (metrics: ranking collapse). */

import { LEAST_SHIFTED_BRANDS, LEAST_SHIFTED_SHARE, LIKELY_P } from '../incidents/incident-rule.js';
import { chooseWindow, type FallCell, measureFall } from './fall.js';

/**
 * Answers about a brand on one platform: of the last 24 hours and of the last seven days, each with
 * its baseline.
 */
export interface BrandOnPlatform {
  brandId: string;
  day: readonly FallCell[];
  week: readonly FallCell[];
}

export interface Shift {
  /** Number of brands with enough answers to test for a fall. */
  lookedAt: number;
  fallen: { brandId: string; relativeDrop: number }[];
  /** Mean relative drop of the tested brands; a rise counts as 0. */
  effect: number;
  /** Probability of so few hits for so many brands if nothing had changed. */
  p: number;
  isShift: boolean;
  /**
   * The brands fell more than chance explains, but not all clearly: too early to attribute the fall
   * to one brand.
   */
  isLikely: boolean;
}

/**
 * When half of the brands, and at least two, fall together, the cause is the platform. Each brand has
 * to fall as clearly as required for a collapse. `p` is the p of the last brand needed for half,
 * times the number of brands that could have taken its place (Benjamini and Heller 2008, partial
 * conjunctions).
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
