/** Which answers stand for now and which for before, when a brand is spoken ill of (metrics: negative-mention surge). */

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

/** Judged mentions of one day, which may have several rows. */
export interface SurgeDay extends Negatives {
  /** Days back from the run; 0 is the last 24 hours. */
  age: number;
  /** Number of the UTC day: the daily sum takes one step for each, however the hours of its runs fall. */
  day: number;
}

export interface SurgeVerdict extends Surge {
  now: Negatives;
  base: Negatives;
  /** Whether the run's own mentions stand for now; else those of 24 hours. */
  ofRun: boolean;
  /** The slow rise alone was found. */
  isGradual: boolean;
  /** What the verdict counts for among the day's other tests. */
  testP: number;
  /** Days on which the slow rise alarmed, by how long ago they were. */
  alarms: number[];
}

export const addNegatives = (of: readonly Negatives[]): Negatives =>
  sumsOf(of, 'negative', 'mentions');

export const isOfBase = ({ age }: { age: number }): boolean =>
  age >= BASE_FROM_AGE && age <= BASE_TO_AGE;

/** How many days before the last the sum of what each day has too much was an alarm. */
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

/** Null while nothing is said of the brand now. Of 24 hours a rise is told only if the run's own mentions rose, too. */
export function judgeSurge(run: Negatives, days: readonly SurgeDay[]): SurgeVerdict | null {
  const base = addNegatives(days.filter(isOfBase));
  const ofRun = run.mentions >= LEAST_RUN_MENTIONS;
  const now = ofRun ? run : addNegatives(days.filter(({ age }) => age === 0));
  if (now.mentions === 0) return null;
  const surge = findSurge(now, base);
  const alarms = alarmsOf(days, base);
  const isSudden = surge.fires && (ofRun || isLargeRise(run, base));
  const isGradual = !isSudden && run.mentions > 0 && surge.rise > 0 && alarms.includes(0);
  // The sum's alarm has no p of its own; it is as rare as the other test's.
  const testP = isGradual ? Math.min(surge.p, SUDDEN_P) : surge.p;
  return { ...surge, fires: isSudden || isGradual, now, base, ofRun, isGradual, testP, alarms };
}

/**
 * A second look at a suspicion that arose `sinceDays` ago, of the mentions since then alone (`fresh`), so that it is
 * not the same ones that bear it out. A slow rise is borne out by more negatives than chance explains: one day of it is
 * no surge. Fewer than ten mentions may bear it out, but do not clear it.
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
