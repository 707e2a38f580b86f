/** Severity of an incident: impact, reduced when the evidence is not strong (metrics: severity). */

import { STRONG_LOWER_BOUND, STRONG_P } from './incident-rule.js';

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

const IMPACT_FROM_BP = [0, 1_000, 2_500, 5_000] as const;
const STRONG: readonly Severity[] = ['low', 'medium', 'high', 'critical'];
const MODERATE: readonly Severity[] = ['low', 'low', 'medium', 'high'];

/** `effect` and `reach` in [0, 1]: size of the change, and share of the platforms affected. */
export function toSeverity(effect: number, reach: number, isStrong: boolean): Severity {
  const impactBp = Math.round(effect * reach * 10_000);
  const step = IMPACT_FROM_BP.filter((from) => impactBp >= from).length - 1;
  return (isStrong ? STRONG : MODERATE)[Math.max(0, step)] ?? 'low';
}

/** Whether a tail probability or the lower bound of a drop is strong evidence. */
export const isCertainP = (p: number): boolean => p <= STRONG_P;
export const isCertainDrop = ({ low }: { low: number }): boolean => low > STRONG_LOWER_BOUND;

/** The higher of two severities: severity only rises while an incident is open. */
export const graver = (one: Severity, other: Severity): Severity =>
  SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other) ? one : other;

/**
 * Share of platforms that move in the same direction by at least half of the pooled effect, in [0,
 * 1]; 0 without platforms.
 */
export function reachOf(effects: readonly number[], pooled: number): number {
  if (effects.length === 0) return 0;
  return effects.filter((effect) => effect >= pooled / 2).length / effects.length;
}
