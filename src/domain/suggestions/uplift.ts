/** What a suggestion brought once it was applied (metrics: uplift). */

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

/** Of each window, before repeats are worth less. */
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
  /** After less before, less what the untouched prompts changed by where there are enough of them. */
  lift: number;
  /** 95 % bounds of `lift`. */
  low: number;
  high: number;
  /** Whether the control prompts were taken off. */
  isControlled: boolean;
  /** What the answers are worth as independent ones. */
  beforeEffective: number;
  afterEffective: number;
  /** That the true lift is above 0.05. */
  probability: number;
  /** Independent answers in each window that would tell a lift of 0.05; null where there is no room for one. */
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
 * The first less the second. Newcombe builds the bounds of a difference from what each side may be off by, squared
 * and added; so are these from the two differences.
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
 * Null while a window is empty. Shown when both windows are large enough, the lift is at least 0.05 and chance cannot
 * explain it: of what is left once the control's change is taken off, where there are 30 control answers in each window.
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
