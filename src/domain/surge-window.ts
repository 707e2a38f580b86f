/** Which answers stand for now and which for before, when a brand is spoken ill of (metrics: negative-mention surge). */

import { cumulateRise, findSurge, isAlarm, type Negatives, type Surge } from './surge.js';

/** Judged mentions of one day back from the run; `age` 0 is the last 24 hours. */
export interface SurgeDay extends Negatives {
  age: number;
}

/** Ages of the baseline: 28 days, the last of them two days before today. */
const BASE_FROM_AGE = 3;
const BASE_TO_AGE = 30;
const LEAST_RUN_MENTIONS = 10;
const LEAST_BASELINE_MENTIONS = 40;
/** The sum's alarm has no p of its own; it is as rare as the other test's. */
const ALARM_P = 0.005;

export interface SurgeVerdict extends Surge {
  now: Negatives;
  base: Negatives;
  /** Whether the run's own mentions stand for now; else those of 24 hours. */
  ofRun: boolean;
  /** The slow rise alone was found. */
  isGradual: boolean;
  /** What the verdict counts for among the day's other tests. */
  testP: number;
}

const add = (of: readonly Negatives[]): Negatives => ({
  negative: of.reduce((sum, { negative }) => sum + negative, 0),
  mentions: of.reduce((sum, { mentions }) => sum + mentions, 0),
});

/** Null while nothing is said of the brand now. */
export function judgeSurge(run: Negatives, days: readonly SurgeDay[]): SurgeVerdict | null {
  const base = add(days.filter(({ age }) => age >= BASE_FROM_AGE && age <= BASE_TO_AGE));
  const ofRun = run.mentions >= LEAST_RUN_MENTIONS;
  const now = ofRun ? run : add(days.filter(({ age }) => age === 0));
  if (now.mentions === 0) return null;
  const surge = findSurge(now, base);
  const before = days
    .filter(({ age }) => age > 0 && age <= BASE_TO_AGE)
    .sort((a, b) => b.age - a.age);
  const isGradual =
    !surge.fires &&
    base.mentions >= LEAST_BASELINE_MENTIONS &&
    isAlarm(cumulateRise([...before, now], base).at(-1) ?? 0);
  const testP = isGradual ? Math.min(surge.p, ALARM_P) : surge.p;
  return { ...surge, fires: surge.fires || isGradual, now, base, ofRun, isGradual, testP };
}
