import type { Deps, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { RewriteBatchItem } from '../../entities/rewrite-batch.js';
import { Outbox } from '../../entities/run.js';
import { AppError } from '../../errors.js';
import { loadBrands } from '../brands/brand.js';
import { stepBatch } from './fill-batch.js';
import { type BatchItemRow, loadBatchItems } from './rewrite-batch.js';
import { rewriteCopy } from './rewrite-copy.js';

/** Items of one batch in progress at the same time. */
const ITEMS_AT_ONCE = 3;

interface Batch {
  id: string;
  brandId: string;
  userId: string;
  keyId: string | null;
}

interface Work {
  deps: Deps;
  tenant: Tenant;
  batch: Batch;
  brand: string;
  signals: { stop: AbortSignal; abort: AbortSignal };
}

/** Locks and starts the batch; null when it is completed or deleted. */
async function begin(deps: StoreDeps, tenant: Tenant, batchId: string): Promise<Batch | null> {
  return deps.db.transaction(tenant, async (tx) => {
    const [batch] = await tx.execute<Batch & { status: string }>(
      `select id, brand_id as "brandId", user_id as "userId", key_id as "keyId", status from rewrite_batch
       where account_id = :accountId and environment = :environment and id = :batchId for update`,
      { batchId },
    );
    if (batch === undefined || !/^(?:queued|running)$/.test(batch.status)) return null;
    if (batch.status === 'queued')
      await stepBatch(deps, tx, tenant, batchId, { status: 'running' });
    return batch;
  });
}

/** Stores the outcome of an item; throws if another worker has already stored one. */
async function closeItem(
  { deps, tenant, batch }: Work,
  tx: Transaction,
  { ordinal }: BatchItemRow,
  outcome: Partial<BatchItemRow>,
): Promise<void> {
  const place = { ...tenant, batchId: batch.id, ordinal, status: 'waiting' as const };
  const closed = await tx.em.nativeUpdate(RewriteBatchItem, place, outcome);
  if (closed === 0) throw new AppError('CONFLICT', 'another worker has completed this item');
  await stepBatch(deps, tx, tenant, batch.id);
}

async function perform(work: Work, item: BatchItemRow): Promise<void> {
  const { deps, tenant, batch, brand, signals } = work;
  const { text, audience } = item;
  try {
    await rewriteCopy(
      deps,
      { ...tenant, userId: batch.userId, keyId: batch.keyId, brandId: batch.brandId },
      { text, audience, brand },
      {
        idempotencyKey: null,
        drainSignal: signals.abort,
        // In the transaction that stores the rewrite, so that a stored rewrite is never repeated.
        onStored: (tx, rewriteId) => closeItem(work, tx, item, { status: 'completed', rewriteId }),
      },
    );
  } catch (error) {
    // A stopping worker cancels its work: the item has not failed.
    if (!(error instanceof AppError) || signals.abort.aborted) throw error;
    if (error.code === 'CONFLICT') return;
    const { code: errorCode, message: errorMessage } = error;
    await deps.db.transaction(tenant, (tx) =>
      closeItem(work, tx, item, { status: 'failed', errorCode, errorMessage }),
    );
  }
}

/** Completes the batch and stores its event, once every item has an outcome. */
async function complete(deps: StoreDeps, tenant: Tenant, { id, brandId }: Batch): Promise<void> {
  await deps.db.transaction(tenant, async (tx) => {
    const [batch] = await tx.execute<{ status: string }>(
      'select status from rewrite_batch where account_id = :accountId and environment = :environment and id = :id for update',
      { id },
    );
    const [count] = await tx.execute<{ waiting: number; done: number; failed: number }>(
      `select count(*) filter (where status = 'waiting')::int as waiting, count(*) filter (where status = 'completed')::int as done,
         count(*) filter (where status = 'failed')::int as failed
       from rewrite_batch_item where account_id = :accountId and environment = :environment and batch_id = :id`,
      { id },
    );
    if (batch?.status !== 'running' || count === undefined || count.waiting > 0) return;
    const now = deps.now();
    await stepBatch(deps, tx, tenant, id, { status: 'completed', completedAt: now });
    await tx.em.insert(Outbox, {
      ...tenant,
      id: newId(),
      event: 'aeo.batch.completed',
      brandId,
      data: { batchId: id, successCount: count.done, failureCount: count.failed },
      createdAt: now,
    });
  });
}

/**
 * Performs the remaining items of a batch. May be interrupted and restarted: an item is closed in the
 * transaction that stores its rewrite.
 */
export async function performBatch(
  deps: Deps,
  tenant: Tenant,
  batchId: string,
  signals: { stop: AbortSignal; abort: AbortSignal },
): Promise<void> {
  const batch = await begin(deps, tenant, batchId);
  if (batch === null) return;
  const [brand] = await loadBrands(deps, tenant, [batch.brandId]);
  if (brand === undefined) return;
  const work = { deps, tenant, batch, brand: brand.name, signals };
  const items = await loadBatchItems(deps, tenant, [batchId]);
  const waiting = items.filter(({ status }) => status === 'waiting');
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (signals.stop.aborted) throw new Error('this worker is stopping');
      await perform(work, item);
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: ITEMS_AT_ONCE }, worker));
  for (const outcome of workers) if (outcome.status === 'rejected') throw outcome.reason;
  await complete(deps, tenant, batch);
}
