import type { Deps, Statement, Tenant } from '../../deps.js';
import { pickedOf } from '../../domain/picker/picker.js';
import { dayOf } from '../../domain/time/utc-day.js';
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
  name: 'enabled-prompts-of-packs',
  text: `select k.id, k.is_default as "isDefault", count(p.id)::int as enabled from prompt_pack k
    left join prompt p on (p.account_id, p.environment, p.pack_id) = (k.account_id, k.environment, k.id) and p.enabled
    where k.account_id = $1 and k.environment = $2 and (k.is_default or k.id = any($3)) group by k.id, k.is_default`,
};
/** What the runs of a schedule that were started on a day have cost so far, or may still. */
const SPENT: Statement = {
  name: 'schedule-spent',
  text: `select coalesce(sum(case when r.status in ('queued', 'running') then r.expected_answers else r.answered + r.failed end), 0)::int as calls,
      coalesce(sum(a.usd), 0)::float8 as usd
    from schedule_tick t join probe_run r on (r.account_id, r.environment, r.id) = (t.account_id, t.environment, t.run_id)
    cross join lateral (select sum(cost_usd) as usd from answer
      where (account_id, environment, run_id) = (r.account_id, r.environment, r.id)) a
    where t.account_id = $1 and t.environment = $2 and t.schedule_id = $3 and t.decided_at >= $4`,
};

/** What one run of each would cost as things stand, in the order of the schedules; as many reads for one as for many. */
export async function costSchedules(
  deps: Deps,
  tenant: Tenant,
  schedules: readonly Costed[],
): Promise<ScheduleCost[]> {
  const packIds = schedules.flatMap(({ promptPackId }) => promptPackId ?? []);
  const brandIds = [...new Set(schedules.map(({ brandId }) => brandId))];
  const [costs, packs] = await Promise.all([
    loadMeanCostsOf(deps, tenant, brandIds),
    deps.db.query<{ id: string; isDefault: boolean; enabled: number }>(tenant, PROMPTS, [packIds]),
  ]);
  const { configured } = deps.engines.forEnvironment(tenant.environment);
  return schedules.map(({ brandId, promptPackId, prompts: which, samplesPerPrompt, platforms }) => {
    const asked = configured.filter((id) => platforms === null || platforms.includes(id));
    const pack = packs.find(({ id, isDefault }) =>
      promptPackId === null ? isDefault : id === promptPackId,
    );
    const enabled = pack?.enabled ?? 0;
    const prompts = which === 'picker' ? pickedOf(enabled) : enabled;
    const ofBrand = costs.get(brandId) ?? new Map<string, number>();
    const perPromptUsd = costPerPrompt(ofBrand, asked, samplesPerPrompt);
    return {
      prompts,
      calls: prompts * asked.length * samplesPerPrompt,
      costUsd: perPromptUsd === null ? null : perPromptUsd * prompts,
      knownUsd: knownCostPerPrompt(ofBrand, asked, samplesPerPrompt) * prompts,
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
    deps.db.query<{ calls: number; usd: number }>(tenant, SPENT, [id, today]),
    costSchedules(deps, tenant, [schedule]),
  ]);
  if (spent === undefined || run === undefined) return null;
  if (dailyCeilingCalls !== null && spent.calls + run.calls > dailyCeilingCalls)
    return `a run needs ${run.calls} engine calls, ${spent.calls} were made today, and the ceiling is ${dailyCeilingCalls}`;
  if (dailyCeilingUsd !== null && spent.usd + run.knownUsd > dailyCeilingUsd + 1e-9)
    return `a run costs about ${toUsd(run.knownUsd)}, ${toUsd(spent.usd)} were spent today, and the ceiling is ${toUsd(dailyCeilingUsd)}`;
  return null;
}
