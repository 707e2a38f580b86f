/**
 * Whether a brand's strength on a platform changed enough for an event (docs/contract.md, `D2-EVENT-6`;
 * docs/metrics.md, priority.changed).
 */

import { type Count, isSufficient, newcombe } from '../statistics/stats.js';

const LEAST_CHANGE_BP = 1_000;
/** A week with fewer says nothing, neither as what was nor as what is. */
const LEAST_ANSWERS = 30;

/** The brand's share of all prominence in a week, in [0, 1], and the mention rate that underlies it. */
export interface Strength {
  share: number;
  answers: number;
  /** Effective: repeats of a prompt tell less than other prompts. */
  mentions: Count;
}

/** Whether a week is worth comparing with another. */
export const isEnough = ({ answers, mentions }: Strength): boolean =>
  answers >= LEAST_ANSWERS && isSufficient(mentions);

/** `before` is what was last told, not yesterday's, so that a slow drift is told too, and once. */
export function isPriorityChange(before: Strength, after: Strength): boolean {
  const changeBp = Math.round(after.share * 1e4) - Math.round(before.share * 1e4);
  if (Math.abs(changeBp) < LEAST_CHANGE_BP) return false;
  if (!isEnough(before) || !isEnough(after)) return false;
  const rate = newcombe(after.mentions, before.mentions);
  return rate !== null && (rate.low > 0 || rate.high < 0);
}
