import type { Deps, Scope } from '../deps.js';
import { notFound } from '../errors.js';
import { readProgress } from '../services/progress.js';
import { createInbox, type Inbox } from './inbox.js';
import { hasEnded, type ProgressEvent, toEvents, toSnapshot } from './progress-event.js';

/** One run that somebody on this process watches; each piece of news costs one read, whoever watches. */
export interface RunFeed {
  /** There is news. What comes while the last is being read is read together, once. */
  refresh(): void;
  /** A snapshot, then each step, then the end. Rejects when the run is not the account's. */
  subscribe(): Promise<Inbox<ProgressEvent>>;
  close(): void;
}

export function createRunFeed(
  deps: Deps,
  scope: Scope,
  runId: string,
  onClose: () => void,
): RunFeed {
  const inboxes = new Set<Inbox<ProgressEvent>>();
  let last: ProgressEvent | null = null;
  let reading: Promise<void> | null = null;
  let stale = false;

  async function read(): Promise<void> {
    do {
      stale = false;
      const progress = await readProgress(deps, scope, runId, last?.sequence ?? 0);
      if (progress === null) throw notFound('run');
      const events = last === null ? [] : toEvents(last, progress);
      last = events.at(-1) ?? (last === null ? toSnapshot(progress) : last);
      for (const event of events) for (const inbox of inboxes) inbox.put(event);
    } while (stale);
    if (last !== null && hasEnded(last.probeRun)) close();
  }
  function startReading(): Promise<void> {
    reading = read().finally(() => {
      reading = null;
    });
    return reading;
  }
  function close(): void {
    onClose();
    for (const inbox of inboxes) inbox.close();
  }

  return {
    refresh() {
      stale = true;
      if (reading !== null) return;
      startReading().catch((error) => {
        deps.log.warn({ err: error, runId }, 'a followed run could not be read');
        close();
      });
    },
    async subscribe() {
      try {
        if (last === null) await (reading ?? startReading());
      } catch (error) {
        // A feed that never began has nobody to end it.
        if (inboxes.size === 0) onClose();
        throw error;
      }
      const inbox = createInbox<ProgressEvent>(() => {
        inboxes.delete(inbox);
        if (inboxes.size === 0) onClose();
      });
      inboxes.add(inbox);
      const now = last as unknown as ProgressEvent;
      inbox.put({ ...now, answer: null });
      if (hasEnded(now.probeRun)) inbox.close();
      return inbox;
    },
    close,
  };
}
