/** Proportions from small samples: every rate has its counts, an interval and a sample state. */

import { sumOf } from './sum.js';

export const Z_95 = 1.959963984540054;
/** Effective sample sizes at which the 95 % half-width of p = 0.5 falls to 0.20 and to 0.10. */
const LOW_FROM = 21;
const OK_FROM = 93;
/** Correlation between repeats of one prompt, assumed until the data allows an estimate. */
const DEFAULT_RHO = 0.3;
const MIN_REPEATED_PROMPTS = 10;

export type SampleState = 'none' | 'insufficient' | 'low' | 'ok';

export interface Interval {
  low: number;
  high: number;
}

/**
 * A proportion in [0, 1] with its counts and 95 % interval; `value`, `low` and `high` are null
 * without a sample.
 */
export interface Rate {
  value: number | null;
  numerator: number;
  denominator: number;
  low: number | null;
  high: number | null;
  state: SampleState;
}

/** Answers of one platform to one prompt, i.e. its repeats. */
export interface Cell {
  platform: string;
  promptId: string;
  answers: number;
  mentions: number;
}

/**
 * Wilson score interval (Wilson 1927). `n` may be a fractional effective size, and `k` with it.
 * Clamped, because floating point leaves 1e-17 beside 0 and 1. Null when n is 0.
 */
export function wilson(k: number, n: number, z: number = Z_95): Interval | null {
  if (!(n > 0)) return null;
  const p = Math.min(1, Math.max(0, k / n));
  const z2 = z * z;
  const scale = 1 + z2 / n;
  const center = (p + z2 / (2 * n)) / scale;
  const half = (z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))) / scale;
  return {
    low: p === 0 ? 0 : Math.max(0, center - half),
    high: p === 1 ? 1 : Math.min(1, center + half),
  };
}

/** Successes out of a number of trials; both may be effective sizes and fractional. */
export interface Count {
  hits: number;
  of: number;
}

/**
 * 95 % interval of the difference of two proportions, first minus second (Newcombe 1998, method 10).
 * Null when either has no sample.
 */
export function newcombe(first: Count, second: Count): (Interval & { difference: number }) | null {
  const a = wilson(first.hits, first.of);
  const b = wilson(second.hits, second.of);
  if (a === null || b === null) return null;
  const p = first.hits / first.of;
  const q = second.hits / second.of;
  const difference = p - q;
  return {
    difference,
    low: difference - Math.hypot(p - a.low, b.high - q),
    high: difference + Math.hypot(a.high - p, q - b.low),
  };
}

/** Design effect (Kish) of `repeats` correlated answers per cell. */
export const designEffect = (repeats: number, rho: number): number =>
  1 + Math.max(0, repeats - 1) * rho;

/** Mean answers per cell for the design effect: large cells weigh more (equals m when all cells have m). */
export function meanRepeats(cells: readonly Cell[]): number {
  let sum = 0;
  let squares = 0;
  for (const { answers } of cells) {
    sum += answers;
    squares += answers * answers;
  }
  return sum === 0 ? 0 : squares / sum;
}

/**
 * ANOVA estimate of the correlation between repeats, in [0, 1]. Cells without a repeat are left out.
 * The default is used below ten repeated prompts, and when all answers are equal.
 */
export function repeatCorrelation(cells: readonly Cell[]): number {
  const repeated = cells.filter((cell) => cell.answers >= 2);
  if (new Set(repeated.map((cell) => cell.promptId)).size < MIN_REPEATED_PROMPTS)
    return DEFAULT_RHO;

  const total = sumOf(repeated, 'answers');
  const mean = sumOf(repeated, 'mentions') / total;
  let between = 0;
  let within = 0;
  let squares = 0;
  for (const { answers, mentions } of repeated) {
    const p = mentions / answers;
    between += answers * (p - mean) ** 2;
    within += answers * p * (1 - p);
    squares += answers * answers;
  }
  const msb = between / (repeated.length - 1);
  const msw = within / (total - repeated.length);
  // Usual substitute for m when cells differ in size.
  const size = (total - squares / total) / (repeated.length - 1);
  const spread = msb + (size - 1) * msw;
  if (spread <= 0) return DEFAULT_RHO;
  return Math.min(1, Math.max(0, (msb - msw) / spread));
}

/** Design effect of the repeats in these cells, with the correlation estimated from the cells. */
export const designEffectOf = (cells: readonly Cell[]): number =>
  designEffect(meanRepeats(cells), repeatCorrelation(cells));

/** Hits and answers divided by the design effect, as input for an interval. */
export function effectiveCount(cells: readonly Cell[]): Count {
  const effect = designEffectOf(cells);
  return { hits: sumOf(cells, 'mentions') / effect, of: sumOf(cells, 'answers') / effect };
}

/** Minimum sample for an alarm: below it the half-width of the rate is above 20 points. */
export const isSufficient = ({ of }: Count): boolean => of >= LOW_FROM;

export function sampleState(nEff: number): SampleState {
  if (!(nEff > 0)) return 'none';
  if (nEff < LOW_FROM) return 'insufficient';
  return nEff < OK_FROM ? 'low' : 'ok';
}

/**
 * `value` is numerator / denominator unless a weighted value is given; `nEff` is the denominator
 * unless repeats or weights reduce it.
 */
export function toRate(input: {
  numerator: number;
  denominator: number;
  value?: number;
  nEff?: number;
}): Rate {
  const { numerator, denominator } = input;
  if (!(denominator > 0))
    return { value: null, numerator, denominator, low: null, high: null, state: 'none' };
  const value = input.value ?? numerator / denominator;
  const nEff = input.nEff ?? denominator;
  const interval = wilson(value * nEff, nEff);
  return {
    value,
    numerator,
    denominator,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    state: sampleState(nEff),
  };
}

/** For output only: rates are kept as full doubles. */
export const roundRate = (x: number): number => Math.round(x * 1e4) / 1e4;
export const roundScore = (x: number): number => Math.round(x * 10) / 10;

/** Rounded to four decimals for display; counts are unchanged. */
export const toShownRate = (rate: Rate): Rate => ({
  ...rate,
  value: rate.value === null ? null : roundRate(rate.value),
  low: rate.low === null ? null : roundRate(rate.low),
  high: rate.high === null ? null : roundRate(rate.high),
});
