import type { EngineDeps, Statement, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { pairedChange } from '../../domain/statistics/paired-change.js';
import { type Cell, roundRate } from '../../domain/statistics/stats.js';
import {
  type ExperimentSample,
  type SampledWindows,
  toExperiment,
} from '../../domain/suggestions/lift-experiment.js';
import { measureUplift, type UpliftWindows } from '../../domain/suggestions/uplift.js';
import { DAY_MS } from '../../domain/time/utc-day.js';
import { Outbox } from '../../entities/run.js';
import { type StoredUplift, Suggestion } from '../../entities/suggestion.js';
import { allTenants } from '../accounts/all-tenants.js';
import { loadBrandWindows } from '../measures/brand-window.js';

/** Length of each window, and the days after an application in which engines re-read the page. */
const WINDOW_MS = 14 * DAY_MS;
const SKIPPED_MS = 2 * DAY_MS;
const AT_ONCE = 100;

interface Due {
  id: string;
  brandId: string;
  promptIds: string[] | null;
  appliedAt: Date;
}

const DUE: Statement = {
  name: 'suggestions-due',
  text: `select s.id, s.brand_id as "brandId", s.prompt_ids as "promptIds", s.applied_at as "appliedAt" from suggestion s
    join brand b on (b.account_id, b.environment, b.id) = (s.account_id, s.environment, s.brand_id) and b.deleted_at is null
    where s.account_id = :accountId and s.environment = :environment and s.status = 'applied' and s.applied_at <= :over
    order by s.applied_at limit ${AT_ONCE}`,
};
/**
 * A prompt counts on the platforms that were asked before and after: a change of prompts or platforms
 * would look like a lift. An answer counts at the start time of its run.
 */
const CELLS: Statement = {
  name: 'uplift-cells',
  text: `with asked as (
      select a.prompt_id, a.platform, a.run_at >= :resumed as is_after, count(*)::int as answers,
        (count(*) filter (where a.mentioned))::int as mentions, count(a.prominence)::int as shares,
        coalesce(sum(a.prominence), 0) as sum, coalesce(sum(a.prominence * a.prominence), 0) as squares
      from answer a where a.account_id = :accountId and a.environment = :environment and a.brand_id = :brandId and a.sandbox = :sandbox
        and (a.run_at >= :from and a.run_at < :appliedAt or a.run_at >= :resumed and a.run_at < :until)
        and a.status = 'answered' and not a.branded
      group by 1, 2, 3)
    select b.prompt_id as "promptId", b.platform, coalesce(b.prompt_id = any(:promptIds), true) as treated,
      to_jsonb(b) as before, to_jsonb(a) as after
    from asked b join asked a on (a.prompt_id, a.platform) = (b.prompt_id, b.platform)
    where not b.is_after and a.is_after`,
};

/**
 * Answers of one window to one prompt on one platform; `shares` counts the answers with a measured
 * prominence.
 */
interface Half {
  answers: number;
  mentions: number;
  shares: number;
  sum: number;
  squares: number;
}

interface UpliftCell {
  promptId: string;
  platform: string;
  treated: boolean;
  before: Half;
  after: Half;
}

type Side = 'before' | 'after';

const total = (cells: readonly UpliftCell[], side: Side, of: keyof Half): number =>
  cells.reduce((sum, cell) => sum + cell[side][of], 0);

const toCells = (cells: readonly UpliftCell[], side: Side): Cell[] =>
  cells.map(({ promptId, platform, [side]: { answers, mentions } }) => ({
    ...{ promptId, platform, answers, mentions },
  }));
const toWindows = (cells: readonly UpliftCell[]): UpliftWindows => ({
  before: toCells(cells, 'before'),
  after: toCells(cells, 'after'),
});

const toSample = (cells: readonly UpliftCell[], side: Side): ExperimentSample => ({
  cells: toCells(cells, side),
  answers: total(cells, side, 'shares'),
  sum: total(cells, side, 'sum'),
  squares: total(cells, side, 'squares'),
});
const toSamples = (cells: readonly UpliftCell[]): SampledWindows => ({
  before: toSample(cells, 'before'),
  after: toSample(cells, 'after'),
});

/** Change of each prompt, over its platforms together. */
const toDifferences = (cells: readonly UpliftCell[]): number[] =>
  [...Map.groupBy(cells, ({ promptId }) => promptId).values()].map((of) => {
    const rate = (side: Side) => total(of, side, 'mentions') / total(of, side, 'answers');
    return rate('after') - rate('before');
  });

async function measure(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  { brandId, promptIds, appliedAt }: Due,
): Promise<{ uplift: StoredUplift; shown: boolean }> {
  const appliedMs = appliedAt.getTime();
  const from = new Date(appliedMs - WINDOW_MS);
  const resumed = new Date(appliedMs + SKIPPED_MS);
  const until = new Date(appliedMs + SKIPPED_MS + WINDOW_MS);
  const [window] = await loadBrandWindows(deps, tenant, [brandId], { days: 30, from, until });
  const sandbox = window?.sandbox ?? false;
  const cells = await deps.db.query<UpliftCell>(tenant, CELLS, {
    ...{ brandId, sandbox, promptIds },
    ...{ from, appliedAt, resumed, until },
  });
  const own = cells.filter((cell) => cell.treated);
  const others = cells.filter((cell) => !cell.treated);
  const found = measureUplift(toWindows(own), toWindows(others));
  const uplift: StoredUplift = {
    metric: 'visibility',
    before: found?.before ?? null,
    after: found?.after ?? null,
    lift: found?.lift ?? null,
    low: found?.low ?? null,
    high: found?.high ?? null,
    beforeAnswers: total(own, 'before', 'answers'),
    afterAnswers: total(own, 'after', 'answers'),
    beforeEffective: found?.beforeEffective ?? null,
    afterEffective: found?.afterEffective ?? null,
    probability: found?.probability ?? null,
    answersNeeded: found?.answersNeeded ?? null,
    isControlled: found?.isControlled ?? false,
    sandbox,
    paired: pairedChange(toDifferences(own)),
    experiment: toExperiment(toSamples(own), toSamples(others)),
  };
  return { uplift, shown: found?.shown ?? false };
}

/** Stores the result and its event in one transaction, once, even if the job is repeated. */
async function store(
  deps: StoreDeps,
  tx: Transaction,
  tenant: Tenant,
  { id, brandId }: Due,
  { uplift, shown }: { uplift: StoredUplift; shown: boolean },
): Promise<void> {
  const measuredAt = deps.now();
  const changed = await tx.em.nativeUpdate(
    Suggestion,
    { ...tenant, id, status: 'applied' },
    { status: shown ? 'shown' : 'not_shown', uplift, measuredAt },
  );
  const { metric, before, after, lift, sandbox } = uplift;
  // Sandbox answers cause no events for live data.
  if (changed === 0 || !shown || (sandbox && tenant.environment === 'live')) return;
  await tx.em.insert(Outbox, {
    ...tenant,
    id: newId(),
    event: 'uplift.measured',
    brandId,
    data: {
      ...{ brandId, suggestionId: id, metric, measuredAt: measuredAt.toISOString() },
      before: roundRate(before ?? 0),
      after: roundRate(after ?? 0),
      lift: roundRate(lift ?? 0),
    },
    createdAt: measuredAt,
  });
}

/**
 * Measures each applied suggestion once both of its windows have ended, not earlier: daily tests
 * would find effects by chance. May be interrupted and restarted.
 */
export async function measureSuggestions(deps: StoreDeps & EngineDeps): Promise<void> {
  const over = new Date(deps.now().getTime() - SKIPPED_MS - WINDOW_MS);
  for await (const tenant of allTenants(deps)) {
    for (;;) {
      const due = await deps.db.query<Due>(tenant, DUE, { over });
      for (const suggestion of due) {
        const found = await measure(deps, tenant, suggestion);
        await deps.db.transaction(tenant, (tx) => store(deps, tx, tenant, suggestion, found));
      }
      if (due.length < AT_ONCE) break;
    }
  }
}
