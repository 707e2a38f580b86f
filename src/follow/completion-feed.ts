import type { Deps, Tenant } from '../deps.js';
import { findProbeRun, listProbeRuns, type ProbeRunRow } from '../services/runs/probe-run.js';
import { createInboxes, type Inbox } from './inbox.js';

/** The ends of one brand's probes, for those on this process who wait for them. */
export interface CompletionFeed {
  ended(runId: string): void;
  /** News may have been missed: the last runs are looked through. One may be told twice, none is lost. */
  refresh(): void;
  subscribe(): Inbox<ProbeRunRow>;
  close(): void;
}

const LOOKED_THROUGH = 20;

export function createCompletionFeed(
  deps: Deps,
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
    deps.log.warn({ err: error, brandId }, 'ended runs could not be read');

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
