import type { Deps, Scope } from '../deps.js';
import { type IncidentChange, readIncidentChanges } from '../services/incident-change.js';
import { createInbox, type Inbox } from './inbox.js';

/** One brand's incidents, for those on this process who watch them; each piece of news costs one read. */
export interface IncidentFeed {
  /** There is news. What comes while the last is being read is read together, once. */
  refresh(): void;
  /** What is not over, then each change. */
  subscribe(): Promise<Inbox<IncidentChange>>;
  close(): void;
}

export function createIncidentFeed(
  deps: Deps,
  scope: Scope,
  brandId: string,
  onClose: () => void,
): IncidentFeed {
  const inboxes = new Set<Inbox<IncidentChange>>();
  let last: IncidentChange | null = null;
  let reading: Promise<void> | null = null;
  let stale = false;

  async function read(): Promise<void> {
    do {
      stale = false;
      const changes = await readIncidentChanges(deps, scope, brandId, last?.sequence ?? null);
      last = changes.at(-1) ?? last;
      for (const change of changes) for (const inbox of inboxes) inbox.put(change);
    } while (stale);
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
        deps.log.warn({ err: error, brandId }, 'followed incidents could not be read');
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
      const inbox = createInbox<IncidentChange>(() => {
        inboxes.delete(inbox);
        if (inboxes.size === 0) onClose();
      });
      inboxes.add(inbox);
      inbox.put({ ...(last as unknown as IncidentChange), incident: null });
      return inbox;
    },
    close,
  };
}
