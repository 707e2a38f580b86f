import type { Deps, Tenant } from '../deps.js';
import { findRewriteBatch, type RewriteBatchRow } from '../services/rewrites/rewrite-batch.js';
import { createFeed, type Feed } from './feed.js';

/** A batch as it is after each item; items that end close together are told as one step. */
export const createBatchFeed = (
  deps: Deps,
  tenant: Tenant,
  batchId: string,
  onClose: () => void,
): Feed<RewriteBatchRow> =>
  createFeed<RewriteBatchRow>({
    async read(last) {
      const batch = await findRewriteBatch(deps, tenant, batchId);
      return last === null || batch.sequence > last.sequence ? [batch] : [];
    },
    toSnapshot: (last) => last,
    hasEnded: ({ status }) => status === 'completed',
    onClose,
    log: deps.log,
    watched: { batchId },
  });
