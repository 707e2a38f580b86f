import type { Deps, StoreDeps, Tenant } from '../../deps.js';
import { factsFor } from '../../domain/facts/wiki-fact.js';
import { type RewriteOutput, toRewriteOutput } from '../../domain/rewrites/rewrite-output.js';
import { SANDBOX_WRITER, toSandboxDraft } from '../../domain/rewrites/sandbox-draft.js';
import { toBlocks } from '../../domain/text/copy.js';
import { AppError } from '../../errors.js';
import { areSpent, toSpentError } from '../limits/engine-budget.js';
import type { SpentCall } from '../limits/engine-call.js';
import type { KnownFacts } from '../wiki/wiki-fact.js';
import { type ComposeLimits, composeDraft, listComposers } from './compose-draft.js';
import type { NewRewrite } from './new-rewrite.js';

export interface WriteOptions {
  /** Requests an early end. */
  drainSignal?: AbortSignal | undefined;
  limits?: ComposeLimits;
}

export interface Written {
  /** Null when every engine failed. */
  output: RewriteOutput | null;
  source: string;
  model: string;
  tokensUsed: number;
  costUsd: number | null;
  /** Facts of the wiki that the engine received. */
  given: string[];
  calls: SpentCall[];
}

export const COPY_LIMITS: ComposeLimits = { attemptMs: 20_000, wholeMs: 24_000 };

/** Written by the first engine that succeeds, which may use facts of the wiki, or by the sandbox. */
export async function writeCopy(
  deps: Deps,
  tenant: Tenant,
  input: NewRewrite,
  { facts, judge }: KnownFacts,
  { limits, drainSignal }: WriteOptions & { limits: ComposeLimits },
  now: Date,
): Promise<Written> {
  const blocks = toBlocks(input.text);
  const origin = { brand: input.brand, blocks, now, judge };
  const engines = listComposers(deps, tenant.environment);
  if (engines.length === 0) {
    const output = toRewriteOutput(toSandboxDraft(blocks, input), origin);
    return {
      output,
      source: SANDBOX_WRITER,
      model: SANDBOX_WRITER,
      tokensUsed: 0,
      costUsd: 0,
      given: [],
      calls: [],
    };
  }
  const given = factsFor(facts, [input.text, input.audience ?? '']);
  const work = { rewrite: input, facts: given };
  const { written, calls } = await composeDraft(deps, engines, work, limits, drainSignal);
  if (written === null)
    return { output: null, source: '', model: '', tokensUsed: 0, costUsd: null, given, calls };
  const { draft, platform, model, tokensUsed, costUsd } = written;
  const output = toRewriteOutput(draft, { ...origin, given });
  return { output, source: platform, model, tokensUsed, costUsd, given, calls };
}

/** Error for the caller when every engine failed. */
export const failureOf = (deps: StoreDeps, { calls }: Written): AppError =>
  areSpent(calls.map(({ errorCode }) => errorCode))
    ? toSpentError(deps.now())
    : new AppError('ENGINE_UNAVAILABLE', 'every engine that can write failed; retry later', {
        details: {
          failures: calls.map(({ platform, errorCode }) => ({ platform, code: errorCode })),
        },
      });
