import type { Deps, Tenant } from '../deps.js';
import { notFound } from '../errors.js';
import { readProgress } from '../services/runs/progress.js';
import { createFeed, type Feed } from './feed.js';
import { hasEnded, type ProgressEvent, toEvents, toSnapshot } from './progress-event.js';

/** How one run stands, then each answer, then its end. */
export const createRunFeed = (
  deps: Deps,
  tenant: Tenant,
  runId: string,
  onClose: () => void,
): Feed<ProgressEvent> =>
  createFeed<ProgressEvent>({
    async read(last) {
      const progress = await readProgress(deps, tenant, runId, last?.sequence ?? 0);
      if (progress === null) throw notFound('run');
      return last === null ? [toSnapshot(progress)] : toEvents(last, progress);
    },
    toSnapshot: (last) => ({ ...last, answer: null }),
    hasEnded: ({ probeRun }) => hasEnded(probeRun),
    onClose,
    log: deps.log,
    watched: { runId },
  });
