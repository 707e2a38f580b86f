import type { Statement, StoreDeps, Tenant, Values } from '../../deps.js';
import { BASE_DAYS, GUARD_DAYS, WEEK_DAYS } from '../../domain/incidents/incident-rule.js';
import type { FallCell } from '../../domain/sentinel/fall.js';
import type { Negatives } from '../../domain/sentinel/surge.js';
import type { SurgeDay } from '../../domain/sentinel/surge-window.js';
import { DAY_MS } from '../../domain/time/utc-day.js';
import type { ExaminedRun } from './examined-run.js';

export { DAY_MS };

/** Answers to prompts and platforms that were asked in both windows; other answers are left out. */
const CELLS: Statement = {
  name: 'fall-cells',
  text: `select platform, prompt_id as "promptId", count(*) filter (where run_at < :baseUntil) as "baseAnswers",
      count(*) filter (where run_at < :baseUntil and mentioned) as "baseMentions",
      count(*) filter (where run_at < :baseUntil and rank <= 3) as "baseTop3",
      count(*) filter (where run_at >= :from) as answers,
      count(*) filter (where run_at >= :from and mentioned) as mentions,
      count(*) filter (where run_at >= :from and rank <= 3) as top3
    from answer where account_id = :accountId and environment = :environment and brand_id = :brandId and sandbox = :sandbox
      and run_at <= :runAt and run_at >= :baseFrom and status = 'answered' and not branded group by 1, 2
    having bool_or(run_at < :baseUntil) and bool_or(run_at >= :from)`,
};
const JUDGED: Statement = {
  name: 'judged-mentions',
  text: `select run.id as "runId", of.* from unnest(:runIds::uuid[], :brandIds::uuid[], :sandboxes::boolean[], :runAts::timestamptz[])
      as run (id, brand_id, sandbox, at) cross join lateral (
      select floor(extract(epoch from run.at - run_at) / 86400)::int as age,
        floor(extract(epoch from run_at) / 86400)::int as day, run_at = run.at as "ofRun", platform,
        count(*) filter (where sentiment = 'negative') as negative, count(*) as mentions
      from answer where account_id = :accountId and environment = :environment and brand_id = run.brand_id and sandbox = run.sandbox
        and run_at <= run.at and run_at > run.at - interval '${1 + GUARD_DAYS + BASE_DAYS} days'
        and status = 'answered' and mentioned and sentiment is not null group by 1, 2, 3, 4) of`,
};
const FRESH: Statement = {
  name: 'fresh-judged-mentions',
  text: `select count(*) filter (where sentiment = 'negative') as negative, count(*) as mentions
    from answer where account_id = :accountId and environment = :environment and brand_id = :brandId and sandbox = :sandbox and run_at <= :runAt
      and run_at > greatest(:since, :runAt - interval '1 day') and status = 'answered' and mentioned and sentiment is not null`,
};
const PACK_CHANGED: Statement = {
  name: 'pack-changed',
  text: `with of_brand as (
      select created_at, prompt_pack_id from probe_run where account_id = :accountId and environment = :environment and brand_id = :brandId
        and sandbox = :sandbox and created_at <= :runAt and kind = 'probe' and status = 'completed'
    )
    select exists (select from of_brand where created_at > :weekAgo and prompt_pack_id is distinct from :promptPackId::uuid)
      or coalesce((select prompt_pack_id is distinct from :promptPackId::uuid from of_brand where created_at <= :weekAgo
        order by created_at desc limit 1), false)
      or exists (select from prompt p join prompt_pack k on (k.account_id, k.environment, k.id) = (p.account_id, p.environment, p.pack_id)
        where p.account_id = :accountId and p.environment = :environment and p.pack_id = :promptPackId::uuid
          and p.updated_at > greatest(:weekAgo, k.created_at) and p.updated_at <= :runAt) as changed`,
};

const placeOf = ({ brandId, sandbox, createdAt: runAt }: ExaminedRun): Values => ({
  brandId,
  sandbox,
  runAt,
});
const before = (time: Date, days: number): Date => new Date(time.getTime() - days * DAY_MS);

/** Start of the seven days that end with a run, exclusive of the same hour a week ago. */
export const weekOf = (run: ExaminedRun): Date =>
  new Date(before(run.createdAt, WEEK_DAYS).getTime() + 1);

/** Answers from `from` to the run, and the baseline of 28 days that ends two days before `from`. */
export const loadFallCells = (
  deps: StoreDeps,
  tenant: Tenant,
  run: ExaminedRun,
  from: Date,
): Promise<FallCell[]> =>
  deps.db.query(tenant, CELLS, {
    ...placeOf(run),
    baseFrom: before(from, GUARD_DAYS + BASE_DAYS),
    baseUntil: before(from, GUARD_DAYS),
    from,
  });

export type JudgedDay = SurgeDay & { ofRun: boolean; platform: string };

/** Judged mentions of the last 24 hours and the 30 days before, by run id. */
export async function loadJudgedDays(
  deps: StoreDeps,
  tenant: Tenant,
  runs: readonly ExaminedRun[],
): Promise<ReadonlyMap<string, JudgedDay[]>> {
  if (runs.length === 0) return new Map();
  const rows = await deps.db.query<JudgedDay & { runId: string }>(tenant, JUDGED, {
    runIds: runs.map((run) => run.id),
    brandIds: runs.map((run) => run.brandId),
    sandboxes: runs.map((run) => run.sandbox),
    runAts: runs.map((run) => run.createdAt),
  });
  return Map.groupBy(rows, (row) => row.runId);
}

/** Mentions of the run and the 24 hours before it, judged after `since`. */
export async function loadFreshNegatives(
  deps: StoreDeps,
  tenant: Tenant,
  run: ExaminedRun,
  since: Date,
): Promise<Negatives> {
  const [row] = await deps.db.query<Negatives>(tenant, FRESH, { ...placeOf(run), since });
  return row ?? { negative: 0, mentions: 0 };
}

/** Whether the prompts changed within the last seven days, which alone would change the answers. */
export async function hasChangedPrompts(
  deps: StoreDeps,
  tenant: Tenant,
  run: ExaminedRun,
): Promise<boolean> {
  const [row] = await deps.db.query<{ changed: boolean }>(tenant, PACK_CHANGED, {
    ...placeOf(run),
    weekAgo: before(run.createdAt, WEEK_DAYS),
    promptPackId: run.promptPackId,
  });
  return row?.changed ?? false;
}
