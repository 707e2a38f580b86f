/**
 * The cut-offs by which the sentinel decides, each in this one place. Where no source is given the number is a choice
 * of ours; docs/metrics.md says what they do, and `npm run sentinel:check` how often they are wrong.
 */

/** Windows, in days: what is compared ends so long before now (a guard band, as in EARS C2), and is so long. */
export const GUARD_DAYS = 2;
export const BASE_DAYS = 28;
/** Stands for now where a run is too small. */
export const WEEK_DAYS = 7;
/** The same 28 days, by age: those whose mentions began so many days before the look. */
export const BASE_FROM_AGE = GUARD_DAYS + 1;
export const BASE_TO_AGE = GUARD_DAYS + BASE_DAYS;

/** A fall: the lower bound of the drop (Newcombe 1998) is above this, in points of the rate. */
export const LEAST_LOWER_BOUND = 0.05;
/** One of many platforms falls by chance more often than all together, so it has to fall more surely. */
export const LEAST_PLATFORM_LOWER_BOUND = 0.1;
/** And so much of the rate before is lost. */
export const LEAST_RELATIVE_DROP = 0.3;
/** Answers now, in effect: from here on a rate is known to ±0.20 (Wilson's half-width at a half). */
export const LEAST_NOW = 21;
export const LEAST_BASE = 60;
export const LEAST_BASE_RATE = 0.1;
/** Fewer answers than this in a run say too little: then those of seven days stand for now. */
export const LEAST_RUN_ANSWERS = 60;
/** A platform has changed when so many brands fell there, and so large a share of those looked at. */
export const LEAST_SHIFTED_BRANDS = 2;
export const LEAST_SHIFTED_SHARE = 0.5;
/** Where the others are less named by more than such a p explains, a brand's fall on one platform alone can wait. */
export const LIKELY_P = 0.05;

/** A surge: so improbable, so many negatives, and so much more than before, in basis points. */
export const SUDDEN_P = 0.005;
export const LEAST_NEGATIVE = 3;
export const LEAST_RISE_BP = 1_000;
export const LEAST_BASELINE_MENTIONS = 40;
/** Fewer in a run say too little: then those of 24 hours stand for now. */
export const LEAST_RUN_MENTIONS = 10;
/** The cumulative sum's reference value and alarm (Page 1954), in standard deviations. */
export const SLACK = 0.5;
export const ALARM_AT = 9;

/** A surge is over, and a slow one not borne out, where so many negatives are no surprise. */
export const CALM_P = 0.05;
/** Windows in a row that have to be calm before an incident is over. */
export const CALM_WINDOWS = 3;
/** Without an answer for so long an incident has nothing left that speaks for it. */
export const SILENT_DAYS = 7;

/** What makes a severity certain: so small a p, or so high a lower bound of the drop. */
export const STRONG_P = 0.001;
export const STRONG_LOWER_BOUND = 0.1;
