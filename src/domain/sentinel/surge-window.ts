/** Current window and baseline of the surge test (metrics: negative-mention surge). */

import {
  BASE_FROM_AGE,
  BASE_TO_AGE,
  CALM_P,
  LEAST_BASELINE_MENTIONS,
  LEAST_RUN_MENTIONS,
  SUDDEN_P,
} from '../incidents/incident-rule.js';
import { sumsOf } from '../statistics/sum.js';
import {
  cumulateRise,
  findSurge,
  isAlarm,
  isLargeRise,
  type Negatives,
  type Surge,
  surgeProbability,
} from './surge.js';
import type { DetectionOutcome } from './suspicion.js';

/** Judged mentions of one day; a day may have several rows. */
export interface SurgeDay extends Negatives {
  /** Days before the run; 0 is the last 24 hours. */
  age: number;
  /** Number of the UTC day: the cumulative sum takes one step per day, whatever the hours of the runs. */
  day: number;
}

export interface SurgeVerdict extends Surge {
  now: Negatives;
  base: Negatives;
  /** Whether the current window is the run; otherwise it is the last 24 hours. */
  ofRun: boolean;
  /** Only the test for a gradual rise fired. */
  isGradual: boolean;
  /** The p for the multiple-testing correction of the day. */
  testP: number;
  /** Alarms of the gradual test, in days before the last day. */
  alarms: number[];
}

export const addNegatives = (of: readonly Negatives[]): Negatives =>
  sumsOf(of, 'negative', 'mentions');

export const isOfBase = ({ age }: { age: number }): boolean =>
  age >= BASE_FROM_AGE && age <= BASE_TO_AGE;

/** Days before the last day on which the cumulative sum was above its threshold. */
function alarmsOf(days: readonly SurgeDay[], base: Negatives): number[] {
  if (base.mentions < LEAST_BASELINE_MENTIONS) return [];
  const steps = [...Map.groupBy(days, ({ day }) => day)].sort(([a], [b]) => a - b);
  const sums = cumulateRise(
    steps.map(([, of]) => addNegatives(of)),
    base,
  );
  const last = steps.at(-1)?.[0] ?? 0;
  return steps.flatMap(([day], step) => (isAlarm(sums[step] ?? 0) ? last - day : []));
}

/**
 * Null without current mentions. A rise over 24 hours fires only if the mentions of the run rose as
 * well.
 */
export function judgeSurge(run: Negatives, days: readonly SurgeDay[]): SurgeVerdict | null {
  const base = addNegatives(days.filter(isOfBase));
  const ofRun = run.mentions >= LEAST_RUN_MENTIONS;
  const now = ofRun ? run : addNegatives(days.filter(({ age }) => age === 0));
  if (now.mentions === 0) return null;
  const surge = findSurge(now, base);
  const alarms = alarmsOf(days, base);
  const isSudden = surge.fires && (ofRun || isLargeRise(run, base));
  const isGradual = !isSudden && run.mentions > 0 && surge.rise > 0 && alarms.includes(0);
  // The cumulative sum has no p; its alarms are as rare as those of the sudden test.
  const testP = isGradual ? Math.min(surge.p, SUDDEN_P) : surge.p;
  return { ...surge, fires: isSudden || isGradual, now, base, ofRun, isGradual, testP, alarms };
}

/**
 * Confirms or clears a suspicion that arose `sinceDays` ago, using only the mentions since then
 * (`fresh`), so that the same mentions do not confirm it. A gradual rise is confirmed by more
 * negatives than chance explains, because one day of it is not a surge. Fewer than ten mentions may
 * confirm a suspicion, but cannot clear it.
 */
export function confirmSurge(
  { base, alarms }: Pick<SurgeVerdict, 'base' | 'alarms'>,
  fresh: Negatives,
  sinceDays: number,
): DetectionOutcome {
  const isBorneOut =
    findSurge(fresh, base).fires ||
    (alarms.some((daysAgo) => daysAgo <= Math.ceil(sinceDays)) &&
      surgeProbability(fresh, base) <= CALM_P);
  if (isBorneOut) return 'crosses';
  return fresh.mentions >= LEAST_RUN_MENTIONS ? 'calm' : 'unknown';
}
