/**
 * Whether a brand's strength on a platform changed enough for an event (docs/contract.md, `D2-EVENT-6`;
 * docs/metrics.md, priority.changed).
 */

import { type Count, isSufficient, newcombe } from '../statistics/stats.js';

const LEAST_CHANGE_BP = 1_000;
/** A week with fewer answers is not compared. */
const LEAST_ANSWERS = 30;

/** The brand's share of all prominence in a week, in [0, 1], and the mention rate behind it. */
export interface Strength {
  share: number;
  answers: number;
  /** Effective counts: repeats of a prompt count less than other prompts. */
  mentions: Count;
}

/** Whether the week has enough answers for a comparison. */
export const isEnough = ({ answers, mentions }: Strength): boolean =>
  answers >= LEAST_ANSWERS && isSufficient(mentions);

/** `before` is the last reported week, not the previous day, so that a slow drift is reported once. */
export function isPriorityChange(before: Strength, after: Strength): boolean {
  const changeBp = Math.round(after.share * 1e4) - Math.round(before.share * 1e4);
  if (Math.abs(changeBp) < LEAST_CHANGE_BP) return false;
  if (!isEnough(before) || !isEnough(after)) return false;
  const rate = newcombe(after.mentions, before.mentions);
  return rate !== null && (rate.low > 0 || rate.high < 0);
}
