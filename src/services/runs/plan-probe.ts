import type { Deps, EngineDeps, StoreDeps, Tenant } from '../../deps.js';
import type { RunPlan } from '../../entities/run.js';
import { type BrandRow, findBrand } from '../brands/brand.js';
import { checkCount } from '../input/validate.js';
import { findPackOf } from '../prompts/prompt-pack.js';
import { choosePlatforms } from './choose-platforms.js';
import { makePlan } from './plan.js';
import { costPerPrompt, loadMeanCosts, withinBudget } from './probe-cost.js';

/** Typical latency of an engine with web search; used only for the estimated completion time. */
const USUAL_LATENCY_MS = 12_000;
/** Time for queueing, storing and completing, on any engine. */
const OVERHEAD_MS = 250;

/** Estimated duration: platforms run concurrently, each with a few questions at a time. */
function estimateCompletionMs(run: {
  questionsPerPlatform: number;
  concurrency: number;
  latencyMs: number | null;
}): number {
  const rounds = Math.ceil(run.questionsPerPlatform / run.concurrency);
  return OVERHEAD_MS + rounds * (run.latencyMs ?? USUAL_LATENCY_MS);
}

export interface NewProbe {
  brandId: string;
  platforms: string[] | null;
  promptPackId: string | null;
  /** Restricts the run to these prompts of the pack, for example those of the picker. */
  promptIds?: string[] | null | undefined;
  samplesPerPrompt: number;
  /** Restricts the run to the first prompts that fit into the budget. */
  budgetUsd?: number | null | undefined;
}

export interface PlannedProbe {
  brand: BrandRow;
  promptPackId: string;
  platforms: string[];
  samplesPerPrompt: number;
  sandbox: boolean;
  plan: RunPlan;
  expectedAnswers: number;
  estimatedCompletionMs: number;
}

async function cutToBudget(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  plan: RunPlan,
  { budgetUsd, brandId, samplesPerPrompt }: NewProbe,
  platforms: readonly string[],
): Promise<RunPlan> {
  if (budgetUsd == null) return plan;
  const costs = await loadMeanCosts(deps, tenant, brandId);
  const perPromptUsd = costPerPrompt(costs, platforms, samplesPerPrompt);
  return { ...plan, prompts: withinBudget(plan.prompts, budgetUsd, perPromptUsd) };
}

/** Validates the input without reading data; returns the platforms to ask. */
export function checkProbe(deps: Deps, tenant: Tenant, input: NewProbe): string[] {
  checkCount('samplesPerPrompt', input.samplesPerPrompt, 1, 20);
  return choosePlatforms(deps, tenant, input.platforms);
}

/** Plans a run: prompts, platforms and duration. Stores and spends nothing. */
export async function planProbe(
  deps: Deps,
  tenant: Tenant,
  input: NewProbe,
): Promise<PlannedProbe> {
  const platforms = checkProbe(deps, tenant, input);
  const { samplesPerPrompt } = input;
  const brand = await findBrand(deps, tenant, input.brandId);
  const pack = await findPackOf(deps, tenant, brand.id, input.promptPackId);
  const whole = await makePlan(deps, tenant, brand, pack.id, input.promptIds ?? null);
  const plan = await cutToBudget(deps, tenant, whole, input, platforms);
  const { sandbox } = deps.engines.forEnvironment(tenant.environment);
  const questionsPerPlatform = plan.prompts.length * samplesPerPrompt;
  return {
    brand,
    promptPackId: pack.id,
    platforms,
    samplesPerPrompt,
    sandbox,
    plan,
    expectedAnswers: questionsPerPlatform * platforms.length,
    estimatedCompletionMs: estimateCompletionMs({
      questionsPerPlatform,
      concurrency: deps.config.platformConcurrency,
      latencyMs: sandbox ? deps.config.sandbox.latencyMs : null,
    }),
  };
}
