import type { Deps, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { Rewrite } from '../../entities/rewrite.js';
import { notFound } from '../../errors.js';
import { findBrandNamed } from '../brands/brand.js';
import { once, standsIn, stillAtWork } from '../input/idempotency.js';
import { type Cause, recordEngineCalls } from '../limits/engine-call.js';
import { releaseCalls, reserveCalls } from '../limits/engine-usage.js';
import { loadKnownFacts } from '../wiki/wiki-fact.js';
import { listComposers } from './compose-draft.js';
import type { NewRewrite } from './new-rewrite.js';
import { findRewrite, loadRewrite, type RewriteRow } from './rewrite.js';
import {
  COPY_LIMITS,
  failureOf,
  type WriteOptions,
  type Written,
  writeCopy,
} from './write-copy.js';

export interface RewriteOptions extends WriteOptions {
  idempotencyKey: string | null;
  /** Called when an earlier request with the same key has done the work. */
  onReplay?: () => Promise<void>;
  /** Runs in the transaction that stores the result. */
  onStored?: (tx: Transaction, id: string) => Promise<void>;
}

interface Begun {
  id: string;
  createdAt: Date;
  /** Whether an earlier request with the same key has done the work. */
  isDone: boolean;
}

/**
 * Stores the record, its reservation and its Idempotency-Key in one short transaction, before any
 * engine is asked.
 */
async function begin(
  deps: Deps,
  owner: Tenant & { userId: string; brandId: string | null },
  input: NewRewrite,
  calls: number,
  key: string | null,
): Promise<Begun> {
  const { accountId, environment, userId, brandId } = owner;
  const tenant: Tenant = { accountId, environment };
  const now = deps.now();
  const request = {
    operation: 'rewrite',
    key,
    input,
    stands: standsIn('rewrite', now),
  };
  const { answer, replayed } = await once(deps, tenant, request, async (tx) => {
    const id = newId();
    await tx.em.insert(Rewrite, {
      ...{ ...tenant, ...input, id, userId, brandId, status: 'running', createdAt: now },
      ...{ output: null, source: null, model: null, tokensUsed: null, costUsd: null },
      ...{ latencyMs: null, completedAt: null },
    });
    // Last, because the usage row of the account stays locked to the end and blocks its other
    // requests.
    if (calls > 0) await reserveCalls(deps, tx, tenant, calls);
    return { id };
  });
  return { id: answer.id, createdAt: now, isDone: replayed };
}

/** Stores the result and its cost, and releases the calls reserved for engines that were not asked. */
async function complete(
  deps: StoreDeps,
  tenant: Tenant,
  { id, createdAt }: Begun,
  { output, calls, given: _, ...made }: Written,
  {
    reserved,
    latencyMs,
    onStored,
    cause,
  }: Pick<RewriteOptions, 'onStored'> & { reserved: number; latencyMs: number; cause: Cause },
): Promise<void> {
  await deps.db.transaction(tenant, async (tx) => {
    const changed = await tx.em.nativeUpdate(
      Rewrite,
      { ...tenant, id },
      output === null
        ? { status: 'failed', completedAt: deps.now() }
        : { status: 'completed', output, ...made, latencyMs, completedAt: deps.now() },
    );
    if (changed === 0) throw notFound('account');
    if (output !== null) {
      await deps.queue.send(tx, 'rewrite-lint', { ...tenant, rewriteId: id });
      await onStored?.(tx, id);
    }
    await recordEngineCalls(tx, tenant, calls, cause);
    if (reserved > calls.length) await releaseCalls(tx, reserved - calls.length, createdAt);
  });
}

/**
 * Rewrites a copy and stores the result. Holds no database connection while an engine writes. `input`
 * must be validated. Uses the brand of `owner`, otherwise the oldest brand with the given name. If
 * every engine fails, stores the failure and then rejects.
 */
export async function rewriteCopy(
  deps: Deps,
  owner: Tenant & { userId: string } & Cause,
  input: NewRewrite,
  options: RewriteOptions,
): Promise<RewriteRow> {
  const { accountId, environment } = owner;
  const tenant: Tenant = { accountId, environment };
  const { limits = COPY_LIMITS } = options;
  const calledMs = performance.now();
  const brandId = owner.brandId ?? (await findBrandNamed(deps, tenant, input.brand));
  const known = await loadKnownFacts(deps, tenant, brandId);
  const reserved = listComposers(deps, environment).length;
  const begun = await begin(deps, { ...owner, brandId }, input, reserved, options.idempotencyKey);
  if (begun.isDone) {
    const earlier = await loadRewrite(deps, tenant, begun.id);
    if (earlier !== null) {
      await options.onReplay?.();
      return earlier;
    }
    throw stillAtWork();
  }
  const startedMs = performance.now();
  const wholeMs = limits.wholeMs - (startedMs - calledMs);
  const whole = { ...options, limits: { ...limits, wholeMs } };
  const made = await writeCopy(deps, tenant, input, known, whole, begun.createdAt);
  const latencyMs = Math.round(performance.now() - startedMs);
  const { onStored } = options;
  const facts = { reserved, latencyMs, cause: owner };
  await complete(deps, tenant, begun, made, { ...facts, ...(onStored && { onStored }) });
  if (made.output === null) throw failureOf(deps, made);
  return findRewrite(deps, tenant, begun.id);
}
