import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Scope, Statement } from '../deps.js';
import { newId } from '../domain/id.js';
import { measureUplift } from '../domain/lift.js';
import { roundRate } from '../domain/stats.js';
import { DAY_MS } from '../domain/utc-day.js';
import { Outbox } from '../entities/run.js';
import { type StoredUplift, Suggestion } from '../entities/suggestion.js';
import { loadBrandWindows } from './brand-window.js';
import { allScopes } from './retention.js';

/** Each of the two windows, and the days behind an application in which engines read the page anew. */
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
    where s.account_id = $1 and s.environment = $2 and s.status = 'applied' and s.applied_at <= $3
    order by s.applied_at limit ${AT_ONCE}`,
};
/**
 * A prompt counts on the platforms that were asked it both before and after: another choice of either would read as
 * a lift. An answer counts for the time at which its run was started.
 */
const SIDES: Statement = {
  name: 'uplift-sides',
  text: `select coalesce(prompt_id = any($9), true) as treated, sum(before)::int as before, sum(before_hits)::int as "beforeHits",
      sum(after)::int as after, sum(after_hits)::int as "afterHits"
    from (
      select a.prompt_id, count(*) filter (where a.run_at < $6) as before,
        count(*) filter (where a.run_at < $6 and a.mentioned) as before_hits,
        count(*) filter (where a.run_at >= $7) as after, count(*) filter (where a.run_at >= $7 and a.mentioned) as after_hits
      from answer a where a.account_id = $1 and a.environment = $2 and a.brand_id = $3 and a.sandbox = $4
        and a.run_at >= $5 and a.run_at < $8 and a.status = 'answered' and not a.branded
      group by a.prompt_id, a.platform
    ) cell where before > 0 and after > 0 group by 1`,
};

interface Side {
  treated: boolean;
  before: number;
  beforeHits: number;
  after: number;
  afterHits: number;
}

const toWindows = (side: Side | undefined) => ({
  before: { hits: side?.beforeHits ?? 0, of: side?.before ?? 0 },
  after: { hits: side?.afterHits ?? 0, of: side?.after ?? 0 },
});

async function measure(
  deps: Deps,
  scope: Scope,
  { brandId, promptIds, appliedAt }: Due,
): Promise<{ uplift: StoredUplift; shown: boolean }> {
  const appliedMs = appliedAt.getTime();
  const from = new Date(appliedMs - WINDOW_MS);
  const resumed = new Date(appliedMs + SKIPPED_MS);
  const until = new Date(appliedMs + SKIPPED_MS + WINDOW_MS);
  const [window] = await loadBrandWindows(deps, scope, [brandId], { days: 30, from, until });
  const sandbox = window?.sandbox ?? false;
  const place = [scope.accountId, scope.environment, brandId, sandbox];
  const times = [from, appliedAt, resumed, until];
  const sides = await deps.db.read<Side>(scope, SIDES, [...place, ...times, promptIds]);
  const treated = toWindows(sides.find((side) => side.treated));
  const untouched = sides.find((side) => !side.treated);
  const found = measureUplift(treated, untouched && toWindows(untouched));
  const uplift: StoredUplift = {
    metric: 'visibility',
    before: found?.before ?? null,
    after: found?.after ?? null,
    lift: found?.lift ?? null,
    low: found?.low ?? null,
    high: found?.high ?? null,
    beforeAnswers: treated.before.of,
    afterAnswers: treated.after.of,
    isControlled: found?.isControlled ?? false,
    sandbox,
  };
  return { uplift, shown: found?.shown ?? false };
}

/** The event and what it tells of in one transaction, once, however often a day's work is begun again. */
async function store(
  deps: Deps,
  em: EntityManager,
  scope: Scope,
  { id, brandId }: Due,
  { uplift, shown }: { uplift: StoredUplift; shown: boolean },
): Promise<void> {
  const measuredAt = deps.now();
  const changed = await em.nativeUpdate(
    Suggestion,
    { ...scope, id, status: 'applied' },
    { status: shown ? 'shown' : 'not_shown', uplift, measuredAt },
  );
  const { metric, before, after, lift, sandbox } = uplift;
  // Sandbox answers raise no event for live data.
  if (changed === 0 || !shown || (sandbox && scope.environment === 'live')) return;
  await em.insert(Outbox, {
    ...scope,
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
 * Measures each applied suggestion once both of its windows are over, and not before: who looks every day finds an
 * effect by chance. May be broken off and begun again.
 */
export async function measureSuggestions(deps: Deps): Promise<void> {
  const over = new Date(deps.now().getTime() - SKIPPED_MS - WINDOW_MS);
  for await (const scope of allScopes(deps)) {
    for (;;) {
      const values = [scope.accountId, scope.environment, over];
      const due = await deps.db.read<Due>(scope, DUE, values);
      for (const suggestion of due) {
        const found = await measure(deps, scope, suggestion);
        await deps.db.write(scope, (em) => store(deps, em, scope, suggestion, found));
      }
      if (due.length < AT_ONCE) break;
    }
  }
}
