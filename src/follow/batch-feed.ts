import type { Deps, Scope } from '../deps.js';
import { findRewriteBatch, type RewriteBatchRow } from '../services/rewrite-batch.js';
import { createInbox, type Inbox } from './inbox.js';

/** One batch that somebody on this process watches; steps that come close together are told as one. */
export interface BatchFeed {
  refresh(): void;
  /** A snapshot, then each step, then the end. Rejects when the batch is not the account's. */
  subscribe(): Promise<Inbox<RewriteBatchRow>>;
  close(): void;
}

export function createBatchFeed(
  deps: Deps,
  scope: Scope,
  batchId: string,
  onClose: () => void,
): BatchFeed {
  /** Each with the step that it was told last. */
  const inboxes = new Map<Inbox<RewriteBatchRow>, number>();
  let reading = false;
  let stale = false;

  async function read(): Promise<void> {
    reading = true;
    try {
      do {
        stale = false;
        const batch = await findRewriteBatch(deps, scope, batchId);
        for (const [inbox, told] of inboxes) {
          if (batch.sequence <= told) continue;
          inboxes.set(inbox, batch.sequence);
          inbox.put(batch);
        }
        if (batch.status === 'completed') close();
      } while (stale);
    } finally {
      reading = false;
    }
  }
  function close(): void {
    onClose();
    for (const inbox of inboxes.keys()) inbox.close();
  }

  function refresh(): void {
    stale = true;
    if (reading) return;
    read().catch((error) => {
      deps.log.warn({ err: error, batchId }, 'a followed batch could not be read');
      close();
    });
  }

  return {
    refresh,
    async subscribe() {
      const inbox = createInbox<RewriteBatchRow>(() => {
        inboxes.delete(inbox);
        if (inboxes.size === 0) onClose();
      });
      const batch = await findRewriteBatch(deps, scope, batchId).catch((error) => {
        if (inboxes.size === 0) onClose();
        throw error;
      });
      inbox.put(batch);
      inboxes.set(inbox, batch.sequence);
      if (batch.status === 'completed') {
        inbox.close();
        return inbox;
      }
      // What happened during the read was told to nobody here.
      refresh();
      return inbox;
    },
    close,
  };
}
