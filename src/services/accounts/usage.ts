import type { EngineDeps, Statement, StoreDeps, Tenant } from '../../deps.js';
import { DAY_MS, dayOf } from '../../domain/time/utc-day.js';
import { badInput } from '../../errors.js';

/** Whole UTC days, both inclusive. */
export interface UsageRange {
  from: string;
  to: string;
}

export interface RequestUsage {
  endpoint: string;
  /** Null for requests with a session cookie. */
  keyId: string | null;
  requests: number;
  refused: number;
}

export interface RequestTotals {
  requests: number;
  refused: number;
  /** The most used endpoints, at most 100. */
  endpoints: RequestUsage[];
}

export interface Spent {
  calls: number;
  failed: number;
  tokensUsed: number;
  /** US dollars, as far as costs are known. */
  costUsd: number;
  /** Number of answers with unknown cost. */
  unpriced: number;
}

export interface SpentOn extends Spent {
  platform: string | null;
  day: string | null;
  brandId: string | null;
  keyId: string | null;
  purpose: string | null;
}

export interface EngineUsage extends Spent {
  sandbox: boolean;
  byPlatform: SpentOn[];
  byDay: SpentOn[];
  byBrand: SpentOn[];
  byKey: SpentOn[];
  byPurpose: SpentOn[];
}

const LONGEST_DAYS = 92;
const USUAL_DAYS = 30;
const MOST_ENTRIES = 100;

const REQUESTS: Statement = {
  name: 'request-usage',
  text: `select endpoint, nullif(key_id, '00000000-0000-0000-0000-000000000000') as "keyId",
      sum(requests)::bigint as requests, sum(refused)::bigint as refused,
      (sum(sum(requests)) over ())::bigint as "allRequests", (sum(sum(refused)) over ())::bigint as "allRefused"
    from request_count where account_id = :accountId and environment = :environment and day between :from and :to
    group by endpoint, key_id order by requests desc, endpoint, key_id limit ${MOST_ENTRIES}`,
};

const SUMS = `count(*) as calls, count(*) filter (where status = 'failed') as failed,
        sum(tokens_used) as tokens, sum(cost_usd) as cost, count(*) filter (where status = 'answered' and cost_usd is null) as unpriced`;

/**
 * Answers of runs and all other engine calls, each on the day of the call. Most runs end on the day
 * they start, so all their calls fall on that day, and their answers are summed in one pass by the
 * start of the run. Other runs are read one by one, including runs that started before the range.
 */
const SPENT: Statement = {
  name: 'engine-usage',
  text: `with answers as (
      select run_id, platform, ${SUMS}
      from answer where account_id = :accountId and environment = :environment and sandbox = :sandbox and run_at >= :runAt and run_at < :until
      group by run_id, platform
    ), longer as (
      select id, created_at, brand_id, key_id from probe_run where account_id = :accountId and environment = :environment and sandbox = :sandbox
        and created_at < :until and (completed_at is null or completed_at >= :runAt)
        and (completed_at::date = created_at::date) is not true
    ), spent as (
      select a.platform, r.created_at::date as day, r.brand_id, r.key_id, 'probe' as purpose, calls, a.failed, tokens, cost, unpriced
      from answers a join probe_run r on r.account_id = :accountId and r.environment = :environment and r.id = a.run_id
        and r.completed_at::date = r.created_at::date
      union all
      select a.platform, a.day, l.brand_id, l.key_id, 'probe', a.calls, a.failed, a.tokens, a.cost, a.unpriced
      from longer l cross join lateral (
        select platform, asked_at::date as day, ${SUMS}
        from answer where account_id = :accountId and environment = :environment and run_id = l.id and run_at = l.created_at
          and asked_at >= :runAt and asked_at < :until
        group by platform, asked_at::date) a
      union all
      select platform, asked_at::date, brand_id, key_id, purpose, 1, (status = 'failed')::int, tokens_used, cost_usd,
        (status = 'answered' and cost_usd is null)::int
      from engine_call where account_id = :accountId and environment = :environment and sandbox = :sandbox and asked_at >= :runAt and asked_at < :until
    ), summed as (
      select grouping(platform, day, brand_id, key_id, purpose) as kind, platform, day, brand_id, key_id, purpose,
        coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(failed), 0)::bigint as failed,
        coalesce(sum(tokens), 0)::bigint as tokens, coalesce(sum(cost), 0)::float8 as cost, coalesce(sum(unpriced), 0)::bigint as unpriced
      from spent group by grouping sets ((), (platform), (day), (brand_id), (key_id), (purpose))
    ), ranked as (
      select *, row_number() over (partition by kind
        order by case when day is null then cost end desc nulls last, case when day is null then calls end desc nulls last,
          day, platform, brand_id, key_id, purpose) as place
      from summed
    )
    select kind, platform, day, brand_id as "brandId", key_id as "keyId", purpose, calls, failed, tokens as "tokensUsed",
      cost as "costUsd", unpriced
    from ranked where place <= ${MOST_ENTRIES} order by kind, place`,
};

/** Bit masks of `grouping`: one bit per column that was summed over, the first column highest. */
const KINDS = {
  byPlatform: 15,
  byDay: 23,
  byBrand: 27,
  byKey: 29,
  byPurpose: 30,
  all: 31,
} as const;

function toDay(field: string, text: string): string {
  const at = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(at.getTime()) || dayOf(at) !== text)
    throw badInput(field, 'must be a day such as 2026-01-31');
  return text;
}

/** The last 30 days by default; at most 92 days. */
export function toUsageRange(
  now: Date,
  given: { from?: string | null; to?: string | null },
): UsageRange {
  const to = given.to == null ? dayOf(now) : toDay('to', given.to);
  const toMs = Date.parse(to);
  const from =
    given.from == null
      ? dayOf(new Date(toMs - (USUAL_DAYS - 1) * DAY_MS))
      : toDay('from', given.from);
  const days = (toMs - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw badInput('from', 'must not be after to');
  if (days > LONGEST_DAYS) throw badInput('from', `must be at most ${LONGEST_DAYS} days before to`);
  return { from, to };
}

/** Counts from other processes may be up to ten seconds behind. */
export async function readRequestUsage(
  deps: StoreDeps,
  tenant: Tenant,
  { from, to }: UsageRange,
): Promise<RequestTotals> {
  await deps.requests.flush(tenant);
  type Row = RequestUsage & { allRequests: number; allRefused: number };
  const rows = await deps.db.query<Row>(tenant, REQUESTS, { from, to });
  return {
    requests: rows[0]?.allRequests ?? 0,
    refused: rows[0]?.allRefused ?? 0,
    endpoints: rows.map(({ allRequests: _all, allRefused: _refused, ...row }) => row),
  };
}

/** For the current kind of engines: sandbox and real answers are never combined. */
export async function readEngineUsage(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  { from, to }: UsageRange,
): Promise<EngineUsage> {
  const { sandbox } = deps.engines.forEnvironment(tenant.environment);
  const until = new Date(Date.parse(to) + DAY_MS);
  const rows = await deps.db.query<SpentOn & { kind: number }>(tenant, SPENT, {
    sandbox,
    runAt: new Date(from),
    until,
  });
  const of = (kind: number): SpentOn[] => rows.filter((row) => row.kind === kind);
  const [all] = of(KINDS.all);
  const { calls = 0, failed = 0, tokensUsed = 0, costUsd = 0, unpriced = 0 } = all ?? {};
  return {
    ...{ sandbox, calls, failed, tokensUsed, costUsd, unpriced },
    byPlatform: of(KINDS.byPlatform),
    byDay: of(KINDS.byDay),
    byBrand: of(KINDS.byBrand),
    byKey: of(KINDS.byKey),
    byPurpose: of(KINDS.byPurpose),
  };
}
