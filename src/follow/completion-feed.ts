import type { StoreDeps, Tenant } from '../deps.js';
import { findProbeRun, listProbeRuns, type ProbeRunRow } from '../services/runs/probe-run.js';
import { createInboxes, type Inbox } from './inbox.js';

/** Completed and failed probes of one brand, for subscribers in this process. */
export interface CompletionFeed {
  ended(runId: string): void;
  /** Rereads the last 20 runs after a gap in the events. A run may be sent twice, but none is lost among those 20. */
  refresh(): void;
  subscribe(): Inbox<ProbeRunRow>;
  close(): void;
}

const LOOKED_THROUGH = 20;

export function createCompletionFeed(
  deps: StoreDeps,
  tenant: Tenant,
  brandId: string,
  onClose: () => void,
): CompletionFeed {
  const inboxes = createInboxes<ProbeRunRow>(onClose);
  const since = deps.now();
  const tell = (run: ProbeRunRow) => {
    if (run.kind === 'probe' && (run.status === 'completed' || run.status === 'failed'))
      inboxes.put(run);
  };
  const warn = (error: unknown) =>
    deps.log.warn({ err: error, brandId }, 'completed runs could not be read');

  return {
    ended(runId) {
      findProbeRun(deps, tenant, runId).then(tell, warn);
    },
    refresh() {
      listProbeRuns(
        deps,
        tenant,
        { first: LOOKED_THROUGH, after: null },
        { brandId, status: null },
      ).then(({ rows }) => {
        for (const run of rows.reverse())
          if (run.completedAt !== null && run.completedAt >= since) tell(run);
      }, warn);
    },
    subscribe: () => inboxes.open(),
    close: inboxes.close,
  };
}
