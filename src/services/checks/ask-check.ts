import { v5 } from 'uuid';
import type { Deps, Tenant } from '../../deps.js';
import { ANONYMOUS_ACCOUNT_ID } from '../../domain/accounts/anonymous.js';
import { countFailures } from '../../domain/measures/run-result.js';
import { isBranded } from '../../domain/measures/visibility.js';
import { BRAND, toEntity } from '../../domain/names/alias.js';
import { createMentionFinder } from '../../domain/names/mention.js';
import { createCheckPrompts } from '../../domain/prompts/prompt-pack.js';
import type { CheckResult } from '../../entities/check-run.js';
import type { RunFailure, RunPlan } from '../../entities/run.js';
import type { NewAnswer } from '../answers/answer.js';
import { type Asked, ask, createAnswerReader, missingEngine } from '../answers/ask.js';
import { createAnswerJudge } from '../answers/judge-answer.js';
import { createTimeLimit } from '../input/time-limit.js';
import type { SpentCall } from '../limits/engine-call.js';
import type { NewCheck } from './new-check.js';

export interface AskedCheck {
  results: CheckResult[];
  failures: RunFailure[];
  calls: SpentCall[];
}

/** Namespace for the ids of checked brands: the same brand and category always get the same id. */
const CHECKED_BRANDS = 'b5a4c3f0-3f52-4b0e-9d65-0f6f7f6f2c11';

function toPlan({ brandName, category, competitors }: NewCheck): RunPlan {
  const entity = toEntity(BRAND, brandName);
  const finder = createMentionFinder([entity]);
  return {
    brand: {
      name: brandName,
      website: null,
      aliases: [...entity.aliases],
      ownedDomains: [],
      competitors: competitors.map((name) => ({
        id: name,
        name,
        aliases: [...toEntity(name, name).aliases],
      })),
    },
    prompts: createCheckPrompts(category).map(({ text, stage }) => ({
      // There is one prompt per stage, and it is not stored.
      promptId: stage,
      text,
      stage,
      country: null,
      language: 'en',
      branded: isBranded(text, 'en', finder),
    })),
  };
}

const toResult = (answer: NewAnswer, { platform, prompt }: Asked): CheckResult => ({
  platform,
  prompt: prompt.text,
  stage: prompt.stage,
  text: answer.text,
  mentioned: answer.mentioned,
  position: answer.position,
  rank: answer.rank,
  rankBasis: answer.rankBasis,
  sentiment: answer.sentiment?.label ?? null,
  citations: answer.citations.map(({ sourceUrl, sourceDomain, context }) => ({
    sourceUrl,
    sourceDomain,
    // The excerpt may have been cut inside a surrogate pair.
    context: context.toWellFormed(),
  })),
  model: answer.model,
  tokensUsed: answer.tokensUsed,
  costUsd: answer.costUsd,
  latencyMs: answer.latencyMs,
  truncated: answer.truncated,
});

/**
 * Asks each platform one prompt per stage, all concurrently, and returns within `limitMs` with the
 * answers received by then. Missing answers count as failures, like engine errors.
 */
export async function askCheck(
  deps: Deps,
  tenant: Tenant,
  check: NewCheck & { sandbox: boolean; createdAt: Date },
  time: { limitMs: number; drainSignal?: AbortSignal | undefined },
): Promise<AskedCheck> {
  const { kind, brandName, category, sandbox, createdAt } = check;
  const engines = deps.engines.forEnvironment(tenant.environment);
  const plan = toPlan(check);
  const brandId = v5(JSON.stringify([brandName, category]), CHECKED_BRANDS);
  const run = { brandId, plan, firstRepeat: 0, createdAt };
  const read = createAnswerReader(deps, { brandId, brand: plan.brand, sandbox });
  // Answers for callers without an account are not judged, to save the operator that cost.
  const judge =
    tenant.accountId === ANONYMOUS_ACCOUNT_ID ? null : createAnswerJudge(deps, tenant, plan.brand);
  const questions = check.platforms.flatMap((platform) =>
    plan.prompts.map((prompt) => ({ platform, prompt, repeat: 0 })),
  );

  const askedAt = deps.now();
  const startedMs = performance.now();
  const limit = createTimeLimit(time.limitMs, time.drainSignal);
  const { signal } = limit;
  const outOfTime = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  const answers = await Promise.all(
    questions.map(async (asked) => {
      const engine = engines.get(asked.platform) ?? missingEngine(asked.platform, sandbox);
      const asking = ask(deps, engine, run, asked, read, signal);
      const answer = await Promise.race([asking, outOfTime]);
      if (answer === null || judge === null) return answer;
      // An answer received in time counts, judged or not.
      return Promise.race([judge(answer, signal), outOfTime.then(() => answer)]);
    }),
  ).finally(limit.end);

  const outcomes = questions.map((asked, at) => ({ asked, answer: answers[at] ?? null }));
  const errorOf = (answer: NewAnswer | null) => (answer === null ? 'TIMEOUT' : answer.errorCode);
  return {
    results: outcomes.flatMap(({ asked, answer }) =>
      answer?.status === 'answered' ? [toResult(answer, asked)] : [],
    ),
    failures: countFailures(
      outcomes.flatMap(({ asked, answer }) => {
        const code = errorOf(answer);
        return code === null ? [] : [{ platform: asked.platform, code }];
      }),
    ),
    calls: outcomes.map(({ asked, answer }) => ({
      purpose: kind,
      platform: asked.platform,
      model: answer?.model ?? '',
      sandbox,
      status: answer?.status ?? 'failed',
      errorCode: errorOf(answer),
      tokensUsed: answer?.tokensUsed ?? 0,
      costUsd: answer?.costUsd ?? null,
      latencyMs: answer?.latencyMs ?? Math.round(performance.now() - startedMs),
      askedAt: answer?.askedAt ?? askedAt,
    })),
  };
}
