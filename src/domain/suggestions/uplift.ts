/** Effect of a suggestion after it was applied (metrics: uplift). */

import { probabilityOfRise } from '../statistics/posterior.js';
import { answersNeeded } from '../statistics/power.js';
import {
  type Cell,
  type Count,
  effectiveCount,
  isSufficient,
  newcombe,
} from '../statistics/stats.js';
import { sumOf } from '../statistics/sum.js';

/** Minimum number of answers per window, without a design effect. */
const LEAST_ANSWERS = 30;
const LEAST_LIFT = 0.05;
const LEAST_LIFT_BP = 500;

/** Answers of two windows of equal length, by prompt and platform. */
export interface UpliftWindows {
  before: readonly Cell[];
  after: readonly Cell[];
}

export interface Uplift {
  before: number;
  after: number;
  /** After minus before, minus the change of the untouched prompts if there are enough of them. */
  lift: number;
  /** 95 % bounds of `lift`. */
  low: number;
  high: number;
  /** Whether the change of the control prompts was subtracted. */
  isControlled: boolean;
  /** Effective numbers of answers. */
  beforeEffective: number;
  afterEffective: number;
  /** Probability that the true lift is above 0.05. */
  probability: number;
  /**
   * Independent answers per window needed to detect a lift of 0.05; null when the rate is too high
   * for such a lift.
   */
  answersNeeded: number | null;
  shown: boolean;
}

const isEnough = ({ before, after }: UpliftWindows): boolean =>
  [before, after].every((cells) => sumOf(cells, 'answers') >= LEAST_ANSWERS);

interface Change {
  before: Count;
  after: Count;
  difference: number;
  low: number;
  high: number;
}

function changeOf({ before, after }: UpliftWindows): Change | null {
  const counts = { before: effectiveCount(before), after: effectiveCount(after) };
  const change = newcombe(counts.after, counts.before);
  return change && { ...counts, ...change };
}

/**
 * The first change minus the second. The bounds combine the errors of both differences in quadrature,
 * as Newcombe does.
 */
const lessDrift = (own: Change, drift: Change) => {
  const lift = own.difference - drift.difference;
  return {
    lift,
    low: lift - Math.hypot(own.difference - own.low, drift.high - drift.difference),
    high: lift + Math.hypot(own.high - own.difference, drift.difference - drift.low),
  };
};

/**
 * Null when a window is empty. `shown` when both windows are large enough, the lift is at least 0.05
 * and chance does not explain it. The change of the control is subtracted if it has 30 answers in
 * each window.
 */
export function measureUplift(treated: UpliftWindows, control?: UpliftWindows): Uplift | null {
  const own = changeOf(treated);
  if (own === null) return null;
  const drift = control !== undefined && isEnough(control) ? changeOf(control) : null;
  const measured =
    drift === null ? { lift: own.difference, low: own.low, high: own.high } : lessDrift(own, drift);
  const before = own.before.hits / own.before.of;
  return {
    ...measured,
    before,
    after: own.after.hits / own.after.of,
    isControlled: drift !== null,
    beforeEffective: own.before.of,
    afterEffective: own.after.of,
    probability: probabilityOfRise(LEAST_LIFT, own, drift ?? undefined),
    answersNeeded: before + LEAST_LIFT > 1 ? null : answersNeeded(before, before + LEAST_LIFT),
    shown:
      isEnough(treated) &&
      [own.before, own.after].every(isSufficient) &&
      Math.round(measured.lift * 10_000) >= LEAST_LIFT_BP &&
      measured.low > 0,
  };
}
