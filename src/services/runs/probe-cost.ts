import type { EngineDeps, Statement, StoreDeps, Tenant } from '../../deps.js';
import type { PlannedPrompt } from '../../entities/run.js';
import { badInput } from '../../errors.js';

const DAY_MS = 86_400_000;
const LOOK_BACK_DAYS = 30;

/** Mean recent cost of an answer per platform for these brands. */
const MEAN_COSTS: Statement = {
  name: 'mean-costs',
  text: `select brand_id as "brandId", platform, avg(cost_usd) as "costUsd" from answer
    where account_id = :accountId and environment = :environment and brand_id = any(:brandIds) and run_at >= :since and status = 'answered' and sandbox = :sandbox
    group by brand_id, platform having count(cost_usd) > 0`,
};

/** US dollars per answer, by brand and platform; platforms with unknown cost are left out. */
export async function loadMeanCostsOf(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandIds: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const { sandbox } = deps.engines.forEnvironment(tenant.environment);
  const since = new Date(deps.now().getTime() - LOOK_BACK_DAYS * DAY_MS);
  const rows = await deps.db.query<{ brandId: string; platform: string; costUsd: number }>(
    tenant,
    MEAN_COSTS,
    { brandIds, since, sandbox },
  );
  const costs = new Map<string, Map<string, number>>(brandIds.map((id) => [id, new Map()]));
  for (const { brandId, platform, costUsd } of rows) costs.get(brandId)?.set(platform, costUsd);
  return costs;
}

export const loadMeanCosts = async (
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandId: string,
): Promise<Map<string, number>> =>
  (await loadMeanCostsOf(deps, tenant, [brandId])).get(brandId) ?? new Map();

/** Cost of one prompt on the platforms with known cost. */
export const knownCostPerPrompt = (
  costs: ReadonlyMap<string, number>,
  platforms: readonly string[],
  samplesPerPrompt: number,
): number =>
  platforms.reduce((sum, platform) => sum + (costs.get(platform) ?? 0), 0) * samplesPerPrompt;

/** Cost of one prompt on all platforms of a run; null when one is unknown. */
export const costPerPrompt = (
  costs: ReadonlyMap<string, number>,
  platforms: readonly string[],
  samplesPerPrompt: number,
): number | null =>
  platforms.every((platform) => costs.has(platform))
    ? knownCostPerPrompt(costs, platforms, samplesPerPrompt)
    : null;

/**
 * The first prompts that fit into the budget. Rejects a budget below the cost of one prompt, and any
 * budget while a cost is unknown.
 */
export function withinBudget(
  prompts: readonly PlannedPrompt[],
  budgetUsd: number,
  perPromptUsd: number | null,
): PlannedPrompt[] {
  if (!(budgetUsd > 0)) throw badInput('budgetUsd', 'must be more than 0');
  if (perPromptUsd === null)
    throw badInput('budgetUsd', 'cannot be used while the cost of a platform is unknown');
  if (perPromptUsd === 0) return [...prompts];
  const affordable = Math.floor(budgetUsd / perPromptUsd + 1e-9);
  if (affordable === 0)
    throw badInput(
      'budgetUsd',
      `must be at least ${perPromptUsd.toFixed(4)}, the estimated cost of one prompt`,
    );
  return prompts.slice(0, affordable);
}
