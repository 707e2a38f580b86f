import { NEGATIVE_SURGE } from '../../domain/incident.js';
import { reachOf, toSeverity } from '../../domain/severity.js';
import { roundRate } from '../../domain/stats.js';
import { findSurge } from '../../domain/surge.js';
import { judgeSurge, type SurgeVerdict } from '../../domain/surge-window.js';
import type { ExaminedRun } from './examined-run.js';
import type { Sighting, Tested } from './sighting.js';
import { addNegatives, DAY_MS, type JudgedDay } from './windows.js';

const STRONG_P = 0.001;
const CALM_P = 0.05;
const OLDEST_BASE_AGE = 3;

/** Share of the platforms on which the rise is at least half of the whole. */
function reachOfRise(rows: readonly JudgedDay[], { ofRun, rise }: SurgeVerdict): number {
  const rises = [...Map.groupBy(rows, (row) => row.platform).values()].flatMap((of) => {
    const now = addNegatives(of.filter((row) => (ofRun ? row.ofRun : row.age === 0)));
    const base = addNegatives(of.filter((row) => row.age >= OLDEST_BASE_AGE));
    return now.mentions === 0 ? [] : findSurge(now, base).rise;
  });
  return reachOf(rises, rise);
}

/** Compares how the run's mentions sound with the month before. */
export function seeSurge(
  run: ExaminedRun,
  rows: readonly JudgedDay[],
): { sighting: Sighting; tests: Tested[] } {
  const type = NEGATIVE_SURGE;
  const verdict = judgeSurge(addNegatives(rows.filter((row) => row.ofRun)), rows);
  if (verdict === null) return { sighting: { type, look: 'neither', found: null }, tests: [] };
  const { now, base, rise, p, isGradual, testP } = verdict;
  const tests = [{ subject: type, p: testP }];
  if (!verdict.fires)
    return { sighting: { type, look: p > CALM_P ? 'calm' : 'neither', found: null }, tests };
  const title = `${now.negative} of ${now.mentions} mentions are negative, where ${base.negative} of ${base.mentions} were in the 28 days before`;
  const severity = toSeverity(Math.max(0, rise), reachOfRise(rows, verdict), p <= STRONG_P);
  const details = { now, base, rise: roundRate(rise), p, gradual: isGradual };
  const from = verdict.ofRun ? run.createdAt : new Date(run.createdAt.getTime() - DAY_MS + 1);
  const found: Sighting['found'] = {
    subject: type,
    finding: { type, severity, title, details },
    evidence: {
      kind: 'negative',
      from,
      until: run.createdAt,
      platform: null,
      subjects: [],
    },
  };
  return { sighting: { type, look: 'crosses', found }, tests };
}
