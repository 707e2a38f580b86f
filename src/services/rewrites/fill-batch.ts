import { batchEvent } from '../../database/events.js';
import type { StoreDeps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { type BatchStatus, RewriteBatch, RewriteBatchItem } from '../../entities/rewrite-batch.js';
import { AppError, badInput, notFound } from '../../errors.js';
import { requirePaidTier } from '../accounts/paid-tier.js';
import { findBrand } from '../brands/brand.js';
import { once } from '../input/idempotency.js';
import { checkList, checkText } from '../input/validate.js';
import { checkRewrite } from './new-rewrite.js';
import { findRewriteBatch, type RewriteBatchRow } from './rewrite-batch.js';

export interface NewBatchItem {
  text: string;
  audience?: string | null;
}

type Owner = Tenant & { userId: string; keyId?: string | null };

const ITEMS_PER_CALL = 20;
const ITEMS_PER_BATCH = 100;
const WHAT = 'batch rewrites';

const toTenant = ({ accountId, environment }: Owner): Tenant => ({ accountId, environment });

export async function createRewriteBatch(
  deps: StoreDeps,
  owner: Owner,
  input: { brandId: string; name?: string | null },
  idempotencyKey: string | null,
): Promise<RewriteBatchRow> {
  const tenant = toTenant(owner);
  await requirePaidTier(deps, tenant, WHAT);
  const name = input.name == null ? null : checkText('name', input.name, 200);
  const brand = await findBrand(deps, tenant, input.brandId);
  const request = { operation: 'createRewriteBatch', key: idempotencyKey, input };
  const { answer } = await once(deps, tenant, request, async (tx) => {
    const id = newId();
    const begun = { createdAt: deps.now(), startedAt: null, completedAt: null };
    const { userId, keyId = null } = owner;
    const facts = { brandId: brand.id, userId, keyId, name };
    await tx.em.insert(RewriteBatch, {
      ...tenant,
      id,
      ...facts,
      status: 'draft',
      sequence: 1,
      ...begun,
    });
    return { id };
  });
  return findRewriteBatch(deps, tenant, answer.id);
}

/**
 * Locks the batch, so that concurrent requests to fill, start or retry it run one after another. The
 * items are counted by a separate statement, because a statement that waits for a lock still sees the
 * old items.
 */
async function takeBatch(tx: Transaction, id: string) {
  const [batch] = await tx.execute<{ status: BatchStatus }>(
    'select status from rewrite_batch where account_id = :accountId and environment = :environment and id = :id for update',
    { id },
  );
  if (!batch) throw notFound('rewrite batch');
  const [count] = await tx.execute<{ items: number; failed: number }>(
    `select count(*)::int as items, count(*) filter (where status = 'failed')::int as failed
     from rewrite_batch_item where account_id = :accountId and environment = :environment and batch_id = :id`,
    { id },
  );
  return { ...batch, items: count?.items ?? 0, failed: count?.failed ?? 0 };
}

/** Advances the sequence and notifies subscribers in the same transaction. */
export async function stepBatch(
  deps: StoreDeps,
  tx: Transaction,
  tenant: Tenant,
  id: string,
  change: Partial<{ status: BatchStatus; startedAt: Date; completedAt: Date | null }> = {},
): Promise<void> {
  const names = { status: 'status', startedAt: 'started_at', completedAt: 'completed_at' } as const;
  const set = Object.keys(change).map((key) => `, ${names[key as keyof typeof names]} = :${key}`);
  await tx.execute(
    `update rewrite_batch set sequence = sequence + 1${set.join('')} where account_id = :accountId and environment = :environment and id = :id`,
    { ...change, id },
  );
  await deps.events.publish(tx, batchEvent(tenant, id));
}

export async function addRewriteItems(
  deps: StoreDeps,
  owner: Owner,
  input: { batchId: string; items: readonly NewBatchItem[] },
  idempotencyKey: string | null,
): Promise<RewriteBatchRow> {
  const tenant = toTenant(owner);
  const { batchId } = input;
  await requirePaidTier(deps, tenant, WHAT);
  if (input.items.length === 0) throw badInput('items', 'must not be empty');
  checkList('items', input.items, ITEMS_PER_CALL);
  const items = input.items.map((item, at) =>
    checkRewrite({ ...item, brand: WHAT }, `items.${at}.`),
  );
  await findRewriteBatch(deps, tenant, batchId);
  const request = { operation: 'addRewriteItems', key: idempotencyKey, input };
  await once(deps, tenant, request, async (tx) => {
    const batch = await takeBatch(tx, batchId);
    if (batch.status !== 'draft')
      throw new AppError('CONFLICT', 'a batch that was started accepts no more items');
    const left = ITEMS_PER_BATCH - batch.items;
    if (items.length > left)
      throw badInput(
        'items',
        `must fit into the batch: it holds at most ${ITEMS_PER_BATCH}, and ${left} are left`,
      );
    await tx.em.insertMany(
      RewriteBatchItem,
      items.map(({ text, audience }, at) => ({
        ...{
          ...tenant,
          batchId,
          ordinal: batch.items + at,
          text,
          audience,
          status: 'waiting' as const,
        },
        ...{ rewriteId: null, errorCode: null, errorMessage: null },
      })),
    );
    await stepBatch(deps, tx, tenant, batchId);
    return { id: batchId };
  });
  return findRewriteBatch(deps, tenant, batchId);
}

export async function startRewriteBatch(
  deps: StoreDeps,
  owner: Owner,
  batchId: string,
): Promise<RewriteBatchRow> {
  const tenant = toTenant(owner);
  await requirePaidTier(deps, tenant, WHAT);
  await findRewriteBatch(deps, tenant, batchId);
  await deps.db.transaction(tenant, async (tx) => {
    const batch = await takeBatch(tx, batchId);
    if (batch.status !== 'draft') throw new AppError('CONFLICT', 'this batch was already started');
    if (batch.items === 0) throw badInput('batchId', 'must be a batch with items');
    await stepBatch(deps, tx, tenant, batchId, { status: 'queued', startedAt: deps.now() });
    await deps.queue.send(tx, 'rewrite-batch', { ...tenant, batchId });
  });
  return findRewriteBatch(deps, tenant, batchId);
}

/** Retries the failed items; completed items are kept. */
export async function retryRewriteBatch(
  deps: StoreDeps,
  owner: Owner,
  batchId: string,
): Promise<RewriteBatchRow> {
  const tenant = toTenant(owner);
  await requirePaidTier(deps, tenant, WHAT);
  await findRewriteBatch(deps, tenant, batchId);
  await deps.db.transaction(tenant, async (tx) => {
    const batch = await takeBatch(tx, batchId);
    if (batch.status !== 'completed') throw new AppError('CONFLICT', 'this batch is not completed');
    if (batch.failed === 0) throw new AppError('CONFLICT', 'no item of this batch has failed');
    await tx.em.nativeUpdate(
      RewriteBatchItem,
      { ...tenant, batchId, status: 'failed' },
      { status: 'waiting', errorCode: null, errorMessage: null },
    );
    await stepBatch(deps, tx, tenant, batchId, { status: 'queued', completedAt: null });
    await deps.queue.send(tx, 'rewrite-batch', { ...tenant, batchId });
  });
  return findRewriteBatch(deps, tenant, batchId);
}
