/**
 * All thresholds of the sentinel. Those without a source are a choice of this project;
 * docs/metrics.md explains their effect, and `npm run sentinel:check` measures how often they are
 * wrong.
 */

/**
 * Windows, in days: the baseline ends GUARD_DAYS before now (a guard band, as in EARS C2) and lasts
 * BASE_DAYS.
 */
export const GUARD_DAYS = 2;
export const BASE_DAYS = 28;
/** Replaces the run as current window when the run is too small. */
export const WEEK_DAYS = 7;
/** The baseline by age: days between the mentions and the detection. */
export const BASE_FROM_AGE = GUARD_DAYS + 1;
export const BASE_TO_AGE = GUARD_DAYS + BASE_DAYS;

/** A fall requires a lower bound of the drop (Newcombe 1998) above this, as a difference of rates. */
export const LEAST_LOWER_BOUND = 0.05;
/**
 * Higher for a single platform, because one of many platforms falls by chance more often than all
 * together.
 */
export const LEAST_PLATFORM_LOWER_BOUND = 0.1;
/** A fall also requires this relative loss of the rate before. */
export const LEAST_RELATIVE_DROP = 0.3;
/**
 * Effective answers in the current window: from here on a rate is known to ±0.20 (Wilson half-width
 * at 0.5).
 */
export const LEAST_NOW = 21;
export const LEAST_BASE = 60;
export const LEAST_BASE_RATE = 0.1;
/** A run with fewer answers is too small; the last seven days are used instead. */
export const LEAST_RUN_ANSWERS = 60;
/** A platform shift requires this many fallen brands, and this share of the examined brands. */
export const LEAST_SHIFTED_BRANDS = 2;
export const LEAST_SHIFTED_SHARE = 0.5;
/**
 * When the brands of a platform fall with a p at or below this, the fall of one brand on that
 * platform alone can wait.
 */
export const LIKELY_P = 0.05;

/**
 * A surge requires a p at or below this, this many negatives, and this rise over the baseline, in
 * basis points.
 */
export const SUDDEN_P = 0.005;
export const LEAST_NEGATIVE = 3;
export const LEAST_RISE_BP = 1_000;
export const LEAST_BASELINE_MENTIONS = 40;
/** A run with fewer mentions is too small; the last 24 hours are used instead. */
export const LEAST_RUN_MENTIONS = 10;
/** Reference value and alarm threshold of the cumulative sum (Page 1954), in standard deviations. */
export const SLACK = 0.5;
export const ALARM_AT = 9;

/** Above this p a surge is over, and a gradual one is not confirmed. */
export const CALM_P = 0.05;
/** Consecutive calm windows that resolve an incident. */
export const CALM_WINDOWS = 3;
/** Days without answers after which an incident is resolved for lack of evidence. */
export const SILENT_DAYS = 7;

/**
 * Evidence is strong with a p at or below STRONG_P, or a lower bound of the drop above
 * STRONG_LOWER_BOUND.
 */
export const STRONG_P = 0.001;
export const STRONG_LOWER_BOUND = 0.1;
