import type { BatchItemStatus, BatchStatus } from '../../entities/rewrite-batch.js';
import { selectCount, selectOne, selectPage, selectRows } from '../input/select.js';

export interface RewriteBatchRow {
  id: string;
  brandId: string;
  userId: string;
  name: string | null;
  status: BatchStatus;
  /** Grows with every step. */
  sequence: number;
  itemCount: number;
  successCount: number;
  failureCount: number;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
}

export interface BatchItemRow {
  batchId: string;
  /** Its place in the batch, from 0. */
  ordinal: number;
  text: string;
  audience: string | null;
  status: BatchItemStatus;
  rewriteId: string | null;
  errorCode: string | null;
  errorMessage: string | null;
}

const COLUMNS = `w.id, w.brand_id as "brandId", w.user_id as "userId", w.name, w.status, w.sequence, w.created_at as "createdAt",
  w.started_at as "startedAt", w.completed_at as "completedAt", i."itemCount", i."successCount", i."failureCount"`;
const VISIBLE = `from rewrite_batch w
    join brand b on (b.account_id, b.environment, b.id) = (w.account_id, w.environment, w.brand_id) and b.deleted_at is null
    cross join lateral (select count(*) as "itemCount", count(*) filter (where status = 'completed') as "successCount",
        count(*) filter (where status = 'failed') as "failureCount" from rewrite_batch_item i
      where (i.account_id, i.environment, i.batch_id) = (w.account_id, w.environment, w.id)) i
    where w.account_id = :accountId and w.environment = :environment`;

export const findRewriteBatch = selectOne<RewriteBatchRow>('rewrite batch', {
  name: 'rewrite-batch',
  text: `select ${COLUMNS} ${VISIBLE} and w.id = :id`,
});

/** Newest first, of one brand or of all. */
export const listRewriteBatches = selectPage<RewriteBatchRow, [brandId: string | null]>(
  {
    name: 'rewrite-batches',
    text: `select ${COLUMNS} ${VISIBLE} and (:brandId::uuid is null or w.brand_id = :brandId) and (:after::uuid is null or w.id < :after)
    order by w.id desc limit :limit`,
  },
  'brandId',
);

export const countRewriteBatches = selectCount<[brandId: string | null]>(
  {
    name: 'rewrite-batch-count',
    text: `select count(*) as count from rewrite_batch w
    join brand b on (b.account_id, b.environment, b.id) = (w.account_id, w.environment, w.brand_id) and b.deleted_at is null
    where w.account_id = :accountId and w.environment = :environment and (:brandId::uuid is null or w.brand_id = :brandId)`,
  },
  'brandId',
);

/** In their order; a batch holds at most 100. */
export const loadBatchItems = selectRows<BatchItemRow, [batchIds: readonly string[]]>(
  {
    name: 'rewrite-batch-items',
    text: `select batch_id as "batchId", ordinal, text, audience, status, rewrite_id as "rewriteId",
      error_code as "errorCode", error_message as "errorMessage"
    from rewrite_batch_item where account_id = :accountId and environment = :environment and batch_id = any(:batchIds) order by batch_id, ordinal`,
  },
  'batchIds',
);
