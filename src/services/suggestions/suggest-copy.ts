import type { Deps, Tenant } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { eeatSignalsOf } from '../../domain/rewrites/eeat-signal.js';
import type { RewriteOutput } from '../../domain/rewrites/rewrite-output.js';
import { SANDBOX_WRITER } from '../../domain/rewrites/sandbox-draft.js';
import {
  type Experiment,
  expectedLift,
  type LiftMethod,
  logRatioOf,
} from '../../domain/suggestions/lift.js';
import { methodsOf, SANDBOX_METHOD, toMarkdown } from '../../domain/suggestions/suggestion.js';
import { toBlocks } from '../../domain/text/copy.js';
import { bodyOf } from '../../domain/text/draft.js';
import { toGrounds } from '../../domain/text/invention.js';
import { Suggestion, type SuggestionOutput } from '../../entities/suggestion.js';
import { notFound } from '../../errors.js';
import { findBrand } from '../brands/brand.js';
import { once, standsIn, stillAtWork } from '../input/idempotency.js';
import { type Cause, recordEngineCalls } from '../limits/engine-call.js';
import { releaseCalls, reserveCalls } from '../limits/engine-usage.js';
import { listComposers } from '../rewrites/compose-draft.js';
import { COPY_LIMITS, failureOf, type WriteOptions, writeCopy } from '../rewrites/write-copy.js';
import { loadKnownFacts } from '../wiki/wiki-fact.js';
import { type LiftBase, loadLiftBase } from './lift-base.js';
import { loadExperiments } from './lift-experiment.js';
import type { NewSuggestion } from './new-suggestion.js';
import { findSuggestion, loadSuggestion, type SuggestionRow } from './suggestion.js';

export interface SuggestOptions extends WriteOptions {
  idempotencyKey: string | null;
}

/** The record, its reservation and its Idempotency-Key: one short transaction, before anyone is asked. */
async function begin(
  deps: Deps,
  owner: Tenant & { userId: string },
  input: NewSuggestion,
  calls: number,
  key: string | null,
): Promise<{ id: string; createdAt: Date; isDone: boolean }> {
  const { accountId, environment, userId } = owner;
  const tenant: Tenant = { accountId, environment };
  const createdAt = deps.now();
  const request = {
    operation: 'createSuggestion',
    key,
    input,
    stands: standsIn('suggestion', createdAt),
  };
  const { answer, replayed } = await once(deps, tenant, request, async (tx) => {
    const id = newId();
    const { sourceRank: _, ...given } = input;
    await tx.em.insert(Suggestion, {
      ...{ ...tenant, ...given, id, userId, status: 'running', createdAt },
      ...{ output: null, source: null, promptIds: null, uplift: null },
      ...{ appliedAt: null, measuredAt: null },
    });
    // Last, since the account's count stays locked to the end, and its other calls wait for it.
    if (calls > 0) await reserveCalls(deps, tx, tenant, calls);
    return { id };
  });
  return { id: answer.id, createdAt, isDone: replayed };
}

interface Basis extends Pick<LiftBase, 'mean' | 'sourceRank'> {
  brand: string;
  experiments: ReadonlyMap<LiftMethod, Experiment[]>;
  /** Who wrote it. */
  source: string;
}

function toOutput(
  rewrite: RewriteOutput,
  { content, intent }: NewSuggestion,
  given: readonly string[],
  { brand, mean, sourceRank, experiments, source }: Basis,
): SuggestionOutput {
  const blocks = toBlocks(content);
  const grounds = toGrounds([...blocks.map(({ text }) => text), ...given].join('\n'));
  const used = methodsOf(rewrite.score.parts, blocks, brand);
  const methods = source === SANDBOX_WRITER && used.length === 0 ? [SANDBOX_METHOD] : used;
  const ratios = methods.map((method) => logRatioOf(method, experiments.get(method), sourceRank));
  return {
    rewritten: toMarkdown(rewrite, content, intent),
    factClaims: rewrite.factClaims,
    eeatSignals: eeatSignalsOf(bodyOf(rewrite), grounds),
    expectedLift: {
      metric: 'pawc_share',
      ...expectedLift(mean ?? 0, ratios),
      methods,
      current: mean,
      sourceRank,
    },
  };
}

/**
 * Rewrites content for a brand and keeps it, in one call: no connection to the database is held while an engine
 * writes. `input` has been checked. Rejects when every engine failed, after that was stored.
 */
export async function suggestCopy(
  deps: Deps,
  owner: Tenant & { userId: string } & Cause,
  input: NewSuggestion,
  options: SuggestOptions,
): Promise<SuggestionRow> {
  const { accountId, environment } = owner;
  const tenant: Tenant = { accountId, environment };
  const { idempotencyKey, limits = COPY_LIMITS } = options;
  const calledMs = performance.now();
  const brand = await findBrand(deps, tenant, input.brandId);
  const [base, known] = await Promise.all([
    loadLiftBase(deps, tenant, brand.id),
    loadKnownFacts(deps, tenant, brand.id),
  ]);
  const experiments = await loadExperiments(deps, tenant, base.sandbox);
  const sourceRank = input.sourceRank ?? base.sourceRank;
  const basis = { brand: brand.name, mean: base.mean, sourceRank, experiments };
  const reserved = listComposers(deps, environment).length;
  const begun = await begin(deps, owner, input, reserved, idempotencyKey);
  if (begun.isDone) {
    const earlier = await loadSuggestion(deps, tenant, begun.id);
    if (earlier !== null) return earlier;
    throw stillAtWork();
  }
  const copy = { text: input.content, brand: brand.name, audience: null };
  const wholeMs = limits.wholeMs - (performance.now() - calledMs);
  const whole = { ...options, limits: { ...limits, wholeMs } };
  const written = await writeCopy(deps, tenant, copy, known, whole, begun.createdAt);
  const { output, source, given, calls } = written;
  await deps.db.transaction(tenant, async (tx) => {
    const changed = await tx.em.nativeUpdate(
      Suggestion,
      { ...tenant, id: begun.id },
      output === null
        ? { status: 'failed' }
        : {
            status: 'proposed',
            output: toOutput(output, input, given, { ...basis, source }),
            source,
          },
    );
    if (changed === 0) throw notFound('brand');
    await recordEngineCalls(tx, tenant, calls, { keyId: owner.keyId, brandId: brand.id });
    const unused = reserved - calls.length;
    if (unused > 0) await releaseCalls(tx, unused, begun.createdAt);
  });
  if (output === null) throw failureOf(deps, written);
  return findSuggestion(deps, tenant, begun.id);
}
