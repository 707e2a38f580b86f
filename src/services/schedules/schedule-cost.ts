import type { Deps, Statement, Tenant } from '../../deps.js';
import { pickedOf } from '../../domain/picker/picker.js';
import { dayOf } from '../../domain/time/utc-day.js';
import { ASKED_OF, OPEN_TO } from '../prompts/prompt-pack.js';
import { costPerPrompt, knownCostPerPrompt, loadMeanCostsOf } from '../runs/probe-cost.js';
import type { ScheduleRow } from './schedule.js';

export interface ScheduleCost {
  prompts: number;
  /** Engine calls: prompts × platforms × samples. */
  calls: number;
  /** US dollars; null while a platform's cost is unknown. */
  costUsd: number | null;
  /** US dollars of the platforms whose cost is known: no less than this. */
  knownUsd: number;
}

/** What the cost of a schedule hangs on. */
export type Costed = Pick<
  ScheduleRow,
  'brandId' | 'platforms' | 'promptPackId' | 'prompts' | 'samplesPerPrompt'
>;

const PROMPTS: Statement = {
  name: 'enabled-prompts-asked',
  text: `select (select count(*)::int from prompt p
        where p.account_id = :accountId and p.environment = :environment and p.pack_id = asked.id and p.enabled) as enabled
    from unnest(:brandIds::uuid[], :packIds::uuid[]) with ordinality as wanted (brand_id, pack_id, place) left join lateral (
      select k.id from prompt_pack k where k.account_id = :accountId and k.environment = :environment
        and case when wanted.pack_id is null then ${ASKED_OF('wanted.brand_id')}
          else k.id = wanted.pack_id and ${OPEN_TO('wanted.brand_id')} end
      order by k.is_bound desc limit 1
    ) asked on true order by wanted.place`,
};
/** What the runs of a schedule that were started on a day have cost so far, or may still. */
const SPENT: Statement = {
  name: 'schedule-spent',
  text: `select coalesce(sum(case when r.status in ('queued', 'running') then r.expected_answers else r.answered + r.failed end), 0)::int as calls,
      coalesce(sum(a.usd), 0)::float8 as usd
    from schedule_tick t join probe_run r on (r.account_id, r.environment, r.id) = (t.account_id, t.environment, t.run_id)
    cross join lateral (select sum(cost_usd) as usd from answer
      where (account_id, environment, run_id) = (r.account_id, r.environment, r.id)) a
    where t.account_id = :accountId and t.environment = :environment and t.schedule_id = :id and t.decided_at >= :today`,
};

/** What one run of each would cost as things stand, in the order of the schedules; as many reads for one as for many. */
export async function costSchedules(
  deps: Deps,
  tenant: Tenant,
  schedules: readonly Costed[],
): Promise<ScheduleCost[]> {
  const brandIds = schedules.map(({ brandId }) => brandId);
  const packIds = schedules.map(({ promptPackId }) => promptPackId);
  const [costs, asked] = await Promise.all([
    loadMeanCostsOf(deps, tenant, [...new Set(brandIds)]),
    deps.db.query<{ enabled: number }>(tenant, PROMPTS, { brandIds, packIds }),
  ]);
  const { configured } = deps.engines.forEnvironment(tenant.environment);
  return schedules.map(({ brandId, prompts: which, samplesPerPrompt, platforms }, at) => {
    const among = configured.filter((id) => platforms === null || platforms.includes(id));
    const enabled = asked[at]?.enabled ?? 0;
    const prompts = which === 'picker' ? pickedOf(enabled) : enabled;
    const ofBrand = costs.get(brandId) ?? new Map<string, number>();
    const perPromptUsd = costPerPrompt(ofBrand, among, samplesPerPrompt);
    return {
      prompts,
      calls: prompts * among.length * samplesPerPrompt,
      costUsd: perPromptUsd === null ? null : perPromptUsd * prompts,
      knownUsd: knownCostPerPrompt(ofBrand, among, samplesPerPrompt) * prompts,
    };
  });
}

export const toUsd = (usd: number): string => `$${usd.toFixed(4)}`;

/** Why one more run would be more than today's ceiling of the schedule; null if it is not. */
export async function overCeiling(
  deps: Deps,
  tenant: Tenant,
  schedule: ScheduleRow,
): Promise<string | null> {
  const { id, dailyCeilingUsd, dailyCeilingCalls } = schedule;
  if (dailyCeilingUsd === null && dailyCeilingCalls === null) return null;
  const today = new Date(dayOf(deps.now()));
  const [[spent], [run]] = await Promise.all([
    deps.db.query<{ calls: number; usd: number }>(tenant, SPENT, { id, today }),
    costSchedules(deps, tenant, [schedule]),
  ]);
  if (spent === undefined || run === undefined) return null;
  if (dailyCeilingCalls !== null && spent.calls + run.calls > dailyCeilingCalls)
    return `a run needs ${run.calls} engine calls, ${spent.calls} were made today, and the ceiling is ${dailyCeilingCalls}`;
  if (dailyCeilingUsd !== null && spent.usd + run.knownUsd > dailyCeilingUsd + 1e-9)
    return `a run costs about ${toUsd(run.knownUsd)}, ${toUsd(spent.usd)} were spent today, and the ceiling is ${toUsd(dailyCeilingUsd)}`;
  return null;
}
