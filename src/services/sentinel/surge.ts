import type { StoreDeps, Tenant } from '../../deps.js';
import { NEGATIVE_SURGE } from '../../domain/incidents/incident.js';
import { CALM_P } from '../../domain/incidents/incident-rule.js';
import { isCertainP, reachOf, toSeverity } from '../../domain/incidents/severity.js';
import { findSurge } from '../../domain/sentinel/surge.js';
import {
  addNegatives,
  confirmSurge,
  isOfBase,
  judgeSurge,
  type SurgeVerdict,
} from '../../domain/sentinel/surge-window.js';
import { roundRate } from '../../domain/statistics/stats.js';
import { DAY_MS } from '../../domain/time/utc-day.js';
import type { Detection, Tested } from './detection.js';
import type { ExaminedRun } from './examined-run.js';
import { type JudgedDay, loadFreshNegatives } from './windows.js';

/** Share of the platforms with at least half of the total rise. */
function reachOfRise(rows: readonly JudgedDay[], { ofRun, rise }: SurgeVerdict): number {
  const rises = [...Map.groupBy(rows, (row) => row.platform).values()].flatMap((of) => {
    const now = addNegatives(of.filter((row) => (ofRun ? row.ofRun : row.age === 0)));
    const base = addNegatives(of.filter(isOfBase));
    return now.mentions === 0 ? [] : findSurge(now, base).rise;
  });
  return reachOf(rises, rise);
}

function titleOf({ now, base, isGradual }: SurgeVerdict): string {
  const before = `${base.negative} of ${base.mentions} in the previous 28 days`;
  return isGradual
    ? `Negative mentions are rising: ${now.negative} of ${now.mentions} now, up from ${before}`
    : `${now.negative} of ${now.mentions} mentions are negative, up from ${before}`;
}

function toFound(
  run: ExaminedRun,
  rows: readonly JudgedDay[],
  verdict: SurgeVerdict,
): NonNullable<Detection['found']> {
  const type = NEGATIVE_SURGE;
  const { now, base, rise, p, isGradual } = verdict;
  const severity = toSeverity(Math.max(0, rise), reachOfRise(rows, verdict), isCertainP(p));
  const details = { now, base, rise: roundRate(rise), p, gradual: isGradual };
  const from = verdict.ofRun ? run.createdAt : new Date(run.createdAt.getTime() - DAY_MS + 1);
  return {
    subject: type,
    finding: { type, severity, title: titleOf(verdict), details },
    evidence: { kind: 'negative', from, until: run.createdAt, cells: null, subjects: [] },
  };
}

/** Compares the sentiment of the run's mentions with the baseline. */
export function detectSurge(
  deps: StoreDeps,
  tenant: Tenant,
  run: ExaminedRun,
  rows: readonly JudgedDay[],
): { detection: Detection; tests: Tested[] } {
  const type = NEGATIVE_SURGE;
  const verdict = judgeSurge(addNegatives(rows.filter((row) => row.ofRun)), rows);
  if (verdict === null) return { detection: { type, outcome: 'unknown', found: null }, tests: [] };
  const unmoved = verdict.p > CALM_P ? 'calm' : 'neither';
  return {
    tests: [{ subject: type, p: verdict.testP }],
    detection: {
      type,
      outcome: verdict.fires ? 'crosses' : unmoved,
      found: verdict.fires ? toFound(run, rows, verdict) : null,
      async again(since) {
        const fresh = verdict.ofRun
          ? verdict.now
          : await loadFreshNegatives(deps, tenant, run, since);
        const sinceDays = (run.createdAt.getTime() - since.getTime()) / DAY_MS;
        const look = confirmSurge(verdict, fresh, sinceDays);
        return { outcome: look, found: look === 'crosses' ? toFound(run, rows, verdict) : null };
      },
    },
  };
}
