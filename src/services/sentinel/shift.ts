import type { Statement, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { platformName } from '../../domain/accounts/platform.js';
import { PLATFORM_SHIFT } from '../../domain/incidents/incident.js';
import { BASE_DAYS, GUARD_DAYS, WEEK_DAYS } from '../../domain/incidents/incident-rule.js';
import { isCertainP, toSeverity } from '../../domain/incidents/severity.js';
import {
  chooseWindow,
  confirmFall,
  type FallCell,
  type Falls,
} from '../../domain/sentinel/fall.js';
import { findShift, type Shift } from '../../domain/sentinel/shift.js';
import { DAY_MS } from '../../domain/time/utc-day.js';
import type { Detected, Detection, Tested } from './detection.js';
import type { EvidenceCell } from './evidence.js';
import type { ExaminedRun } from './examined-run.js';
import { loadFallCells } from './windows.js';

/** Enough brands to detect a platform shift; counting a thousand would take a second. */
const MOST_BRANDS = 30;

/**
 * Answers on these platforms for the brand and for the brands of the account with a run in the last
 * 24 hours, latest run first: the last day and the last seven days, each with its baseline of 28
 * days.
 */
const OF_BRANDS: Statement = {
  name: 'falls-of-brands',
  text: `select b.id as "brandId", a.platform, a.prompt_id as "promptId",
      count(*) filter (where a.run_at < :dayBaseUntil) as "dayBase", count(*) filter (where a.run_at < :dayBaseUntil and mentioned) as "dayBaseHits",
      count(*) filter (where a.run_at > :dayFrom) as day, count(*) filter (where a.run_at > :dayFrom and mentioned) as "dayHits",
      count(*) filter (where a.run_at < :weekBaseUntil) as "weekBase", count(*) filter (where a.run_at < :weekBaseUntil and mentioned) as "weekBaseHits",
      count(*) filter (where a.run_at > :weekFrom) as week, count(*) filter (where a.run_at > :weekFrom and mentioned) as "weekHits"
    from (
      select :brandId::uuid as id union (
        select r.brand_id from probe_run r
        join brand b on (b.account_id, b.environment, b.id) = (r.account_id, r.environment, r.brand_id) and b.deleted_at is null
        where r.account_id = :accountId and r.environment = :environment and r.sandbox = :sandbox and r.kind = 'probe' and r.status = 'completed'
          and r.completed_at > :dayFrom and r.created_at <= :runAt
        group by r.brand_id order by max(r.completed_at) desc, r.brand_id limit ${MOST_BRANDS})
    ) b join answer a on a.account_id = :accountId and a.environment = :environment and a.brand_id = b.id and a.sandbox = :sandbox
      and a.run_at >= :weekBaseFrom and a.run_at <= :runAt and a.status = 'answered' and not a.branded and a.platform = any(:platforms)
    group by 1, 2, 3`,
};

interface BrandCell {
  brandId: string;
  platform: string;
  promptId: string;
  dayBase: number;
  dayBaseHits: number;
  day: number;
  dayHits: number;
  weekBase: number;
  weekBaseHits: number;
  week: number;
  weekHits: number;
}

/** Only prompts that were asked in both windows. */
const toCells = (rows: readonly BrandCell[], window: 'day' | 'week'): FallCell[] =>
  rows.flatMap((row) => {
    const baseAnswers = row[`${window}Base`];
    const answers = row[window];
    if (baseAnswers === 0 || answers === 0) return [];
    const { platform, promptId } = row;
    const counts = { baseMentions: row[`${window}BaseHits`], mentions: row[`${window}Hits`] };
    return { platform, promptId, baseAnswers, answers, ...counts, baseTop3: 0, top3: 0 };
  });

export interface DetectedShift {
  platforms: ReadonlySet<string>;
  /** Platforms that may be shifting. */
  likely: ReadonlySet<string>;
  detection: Detection;
  tests: Tested[];
}

const subjectOf = (platform: string): string => `${PLATFORM_SHIFT}:${platform}`;

/** A shift with the brand's own answers in the measured window. */
interface ShiftedPlatform extends Shift {
  platform: string;
  cells: EvidenceCell[];
}

/** The shifted platforms, lowest p first. */
function toFound(
  run: ExaminedRun,
  shifts: readonly ShiftedPlatform[],
): NonNullable<Detection['found']> | null {
  const [first] = shifts;
  if (first === undefined) return null;
  const subjects = shifts.map(({ platform }) => platform);
  const { platform, fallen, lookedAt, effect, p } = first;
  const cells = shifts.flatMap((shift) => shift.cells);
  const type = PLATFORM_SHIFT;
  return {
    subject: subjectOf(platform),
    finding: {
      type,
      severity: toSeverity(effect, fallen.length / lookedAt, isCertainP(p)),
      title: `${subjects.map(platformName).join(', ')} names ${fallen.length} of ${lookedAt} brands less: a change of the platform`,
      details: { subjects, brandIds: fallen.map(({ brandId }) => brandId), p },
    },
    evidence: {
      kind: 'not_named',
      from: new Date(Math.min(...cells.map(({ from }) => from.getTime()))),
      until: run.createdAt,
      cells,
      subjects: [],
    },
  };
}

/** Finds platforms that fell for half of the brands; queried only when a platform fell for this brand. */
export async function detectShift(
  deps: StoreDeps,
  tenant: Tenant,
  run: ExaminedRun,
  { whole, platforms }: Falls,
): Promise<DetectedShift> {
  const type = PLATFORM_SHIFT;
  const fallen = platforms.filter(({ isLess }) => isLess).map(({ platform }) => platform);
  const ago = (days: number) => new Date(run.createdAt.getTime() - days * DAY_MS);
  const rows =
    fallen.length === 0
      ? []
      : await deps.db.query<BrandCell>(tenant, OF_BRANDS, {
          brandId: run.brandId,
          sandbox: run.sandbox,
          platforms: fallen,
          runAt: run.createdAt,
          dayFrom: ago(1),
          dayBaseUntil: ago(1 + GUARD_DAYS),
          weekFrom: ago(WEEK_DAYS),
          weekBaseUntil: ago(WEEK_DAYS + GUARD_DAYS),
          weekBaseFrom: ago(WEEK_DAYS + GUARD_DAYS + BASE_DAYS),
        });
  const shifts = [...Map.groupBy(rows, ({ platform }) => platform)]
    .map(([platform, of]) => {
      const brands = [...Map.groupBy(of, ({ brandId }) => brandId)].map(([brandId, cells]) => ({
        brandId,
        day: toCells(cells, 'day'),
        week: toCells(cells, 'week'),
      }));
      const own = brands.find(({ brandId }) => brandId === run.brandId);
      const { day = [], week = [] } = own ?? {};
      const window = chooseWindow(day, week);
      const from = new Date(ago(window === day ? 1 : WEEK_DAYS).getTime() + 1);
      const cells = window.map(({ promptId }) => ({ platform, promptId, from }));
      return { ...findShift(brands), platform, cells };
    })
    .sort((a, b) => a.p - b.p);
  const shifted = shifts.filter(({ isShift }) => isShift);
  const found = toFound(run, shifted);
  const names = shifted.map(({ platform }) => platform);

  async function again(since: Date): Promise<Detected> {
    const fresh = await loadFallCells(deps, tenant, run, new Date(since.getTime() + 1));
    if (shifted.length === 0) return { outcome: confirmFall(null, fresh), found: null };
    const looks = shifted.map(({ platform }) =>
      confirmFall({ platform, measure: 'visibility' }, fresh),
    );
    const borneOut = shifted.filter((_, at) => looks[at] === 'crosses');
    if (borneOut.length > 0) return { outcome: 'crosses', found: toFound(run, borneOut) };
    return { outcome: looks.includes('unknown') ? 'unknown' : 'calm', found: null };
  }

  const unmoved = whole === null ? 'unknown' : 'calm';
  return {
    platforms: new Set(names),
    likely: new Set(shifts.flatMap(({ platform, isLikely }) => (isLikely ? platform : []))),
    detection: { type, outcome: found === null ? unmoved : 'crosses', found, again },
    // With a single brand nothing is tested.
    tests: shifts
      .filter(({ lookedAt }) => lookedAt > 1)
      .map(({ platform, p }) => ({ subject: subjectOf(platform), p })),
  };
}

/** One incident per account is enough: an incident of another brand covers this one. */
export async function isToldAlready(
  tx: Transaction,
  tenant: Tenant,
  run: ExaminedRun,
  { platforms }: DetectedShift,
): Promise<boolean> {
  if (platforms.size === 0) return false;
  await tx.execute('select pg_advisory_xact_lock(hashtextextended(:key, 0))', {
    key: `${PLATFORM_SHIFT}/${tenant.accountId}/${tenant.environment}`,
  });
  const others = await tx.execute<unknown>(
    `select 1 from incident where account_id = :accountId and environment = :environment and type = '${PLATFORM_SHIFT}'
       and sandbox = :sandbox and brand_id <> :brandId and status <> 'resolved' and details->'subjects' @> :platforms::jsonb limit 1`,
    { sandbox: run.sandbox, brandId: run.brandId, platforms: JSON.stringify([...platforms]) },
  );
  return others.length > 0;
}
