import type { Deps, Statement, Tenant } from '../../deps.js';
import { designEffect, roundRate, wilson } from '../../domain/statistics/stats.js';
import { type NewProbe, planProbe } from './plan-probe.js';
import { costPerPrompt, loadMeanCosts } from './probe-cost.js';

export interface ProbeEstimate {
  prompts: number;
  answers: number;
  platforms: { platform: string; answers: number; costUsd: number | null }[];
  /** US dollars; null while a platform's cost is unknown. */
  costUsd: number | null;
  /** Of the 95 % interval of the run's visibility, in [0, 1]; null without an unbranded prompt. */
  intervalWidth: number | null;
  assumedVisibility: number;
  estimatedCompletionMs: number;
  sandbox: boolean;
}

const DAY_MS = 86_400_000;
const LOOK_BACK_DAYS = 28;
/** Where the interval is widest: what to assume while nothing is known. */
const UNKNOWN_VISIBILITY = 0.5;
/** Correlation between repeats of one prompt (metrics: clustered samples). */
const RHO = 0.3;

const LATELY: Statement = {
  name: 'visibility-lately',
  text: `select avg(mentioned::int)::float8 as visibility from answer where account_id = :accountId and environment = :environment and brand_id = :id
    and run_at >= :since and status = 'answered' and not branded and sandbox = :sandbox`,
};

/** What a run would cost and how much it would tell, before money is spent. */
export async function estimateProbe(
  deps: Deps,
  tenant: Tenant,
  input: NewProbe,
): Promise<ProbeEstimate> {
  const { brand, plan, platforms, samplesPerPrompt, sandbox, ...planned } = await planProbe(
    deps,
    tenant,
    input,
  );
  const since = new Date(deps.now().getTime() - LOOK_BACK_DAYS * DAY_MS);
  const [costs, [lately]] = await Promise.all([
    loadMeanCosts(deps, tenant, brand.id),
    deps.db.query<{ visibility: number | null }>(tenant, LATELY, { id: brand.id, since, sandbox }),
  ]);
  const assumed = lately?.visibility ?? UNKNOWN_VISIBILITY;
  const unbranded = plan.prompts.filter((prompt) => !prompt.branded).length;
  const told =
    (unbranded * samplesPerPrompt * platforms.length) / designEffect(samplesPerPrompt, RHO);
  const interval = wilson(assumed * told, told);
  const perPromptUsd = costPerPrompt(costs, platforms, samplesPerPrompt);
  const answers = plan.prompts.length * samplesPerPrompt;
  return {
    prompts: plan.prompts.length,
    answers: planned.expectedAnswers,
    platforms: platforms.map((platform) => {
      const costUsd = costs.get(platform);
      return { platform, answers, costUsd: costUsd === undefined ? null : costUsd * answers };
    }),
    costUsd: perPromptUsd === null ? null : perPromptUsd * plan.prompts.length,
    intervalWidth: interval === null ? null : roundRate(interval.high - interval.low),
    assumedVisibility: roundRate(assumed),
    estimatedCompletionMs: planned.estimatedCompletionMs,
    sandbox,
  };
}
