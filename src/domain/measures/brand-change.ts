/** What changed for a brand, and when (metrics: changes). */

import type { Severity } from '../incidents/severity.js';
import type { Rate } from '../statistics/stats.js';
import { sumsOf } from '../statistics/sum.js';

export type BrandChangeKind =
  | 'incident_opened'
  | 'incident_resolved'
  | 'citation_gained'
  | 'citation_dropped'
  | 'suggestion_applied'
  | 'prompts_changed'
  | 'suggestion_measured'
  | 'visibility_shifted';

export interface BrandChange {
  kind: BrandChangeKind;
  at: Date;
  /**
   * Title of the incident, the domain, the platform, the prompt pack, or the beginning of the
   * suggestion’s content.
   */
  subject: string;
  /** Id of the incident, suggestion or prompt pack. */
  subjectId: string | null;
  severity: Severity | null;
  /** Whether the domain belongs to the brand; null for other kinds. */
  owned: boolean | null;
  /**
   * Rates from 0 to 1: visibility on both sides of a shift or an application, or share of runs that
   * cite the domain.
   */
  before: number | null;
  after: number | null;
}

export const NO_DETAILS = {
  subjectId: null,
  severity: null,
  owned: null,
  before: null,
  after: null,
} as const;

/** Citations of one domain over a series of runs. */
export interface CitedDomain {
  domain: string;
  owned: boolean;
  /** Number of runs that cited the domain, and the times of the first and last of them. */
  runs: number;
  first: Date;
  last: Date;
}

const FEWEST_CITING_RUNS = 3;
/** Hundreds of domains are tested, so a limit of one in twenty would produce noise. */
const MOST_CHANCE = 0.01;

/**
 * Probability that none of `cited` runs out of `all` falls into `silent` given runs, if the timing is
 * random (hypergeometric distribution).
 */
export function chanceOfSilence(all: number, cited: number, silent: number): number {
  let chance = 1;
  for (let run = 0; run < cited; run += 1) chance *= Math.max(0, all - silent - run) / (all - run);
  return chance;
}

/** Domains that began or ceased to be cited; `times` are the times of the runs, oldest first. */
export function findCitationChanges(
  domains: readonly CitedDomain[],
  times: readonly Date[],
): BrandChange[] {
  const all = times.length;
  return domains.flatMap(({ domain, owned, runs, first, last }) => {
    if (runs < FEWEST_CITING_RUNS) return [];
    const isTelling = (silent: number) => chanceOfSilence(all, runs, silent) < MOST_CHANCE;
    const earlier = times.filter((time) => time < first).length;
    const later = times.filter((time) => time > last);
    const change = { ...NO_DETAILS, subject: domain, owned };
    const found: BrandChange[] = [];
    if (isTelling(earlier))
      found.push({
        ...change,
        kind: 'citation_gained',
        at: first,
        before: 0,
        after: runs / (all - earlier),
      });
    if (later[0] !== undefined && isTelling(later.length))
      found.push({
        ...change,
        kind: 'citation_dropped',
        at: later[0],
        before: runs / (all - later.length),
        after: 0,
      });
    return found;
  });
}

interface Day {
  date: string;
  platforms: readonly { platform: string; visibility: Rate }[];
}

interface Side {
  answers: number;
  mentions: number;
}

const FEWEST_ANSWERS = 21;
const SMALLEST_SHIFT = 0.1;
/** Every day of the window is tested, so the limit is higher than for a single comparison. */
const LEAST_Z = 4;

const rateOf = ({ answers, mentions }: Side): number => mentions / answers;

function zOf(before: Side, after: Side): number {
  const pooled = (before.mentions + after.mentions) / (before.answers + after.answers);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / before.answers + 1 / after.answers));
  return spread === 0 ? 0 : Math.abs(rateOf(after) - rateOf(before)) / spread;
}

/** The day with the clearest shift in the answers of a platform; null without a shift. */
function findShift(platform: string, days: readonly (Side & { date: string })[]) {
  const total = sumsOf(days, 'answers', 'mentions');
  let before: Side = { answers: 0, mentions: 0 };
  let found: { change: BrandChange; z: number } | null = null;
  for (const { date, answers, mentions } of days) {
    const after = {
      answers: total.answers - before.answers,
      mentions: total.mentions - before.mentions,
    };
    if (
      answers > 0 &&
      before.answers >= FEWEST_ANSWERS &&
      after.answers >= FEWEST_ANSWERS &&
      Math.abs(rateOf(after) - rateOf(before)) >= SMALLEST_SHIFT
    ) {
      const z = zOf(before, after);
      if (z >= Math.max(LEAST_Z, found?.z ?? 0))
        found = {
          z,
          change: {
            ...NO_DETAILS,
            kind: 'visibility_shifted',
            at: new Date(`${date}T00:00:00Z`),
            subject: platform,
            before: rateOf(before),
            after: rateOf(after),
          },
        };
    }
    before = { answers: before.answers + answers, mentions: before.mentions + mentions };
  }
  return found?.change ?? null;
}

/** One shift per platform: the day on which its visibility changed lastingly, if there is one. */
export function findVisibilityShifts(days: readonly Day[]): BrandChange[] {
  const platforms = days[0]?.platforms.map(({ platform }) => platform) ?? [];
  return platforms.flatMap((platform, place) => {
    const own = days.map((day) => ({
      date: day.date,
      answers: day.platforms[place]?.visibility.denominator ?? 0,
      mentions: day.platforms[place]?.visibility.numerator ?? 0,
    }));
    return findShift(platform, own) ?? [];
  });
}
