import type { Log } from '../observability/log.js';
import { createInboxes, type Inbox } from './inbox.js';

/** News of one record, read once and handed to all subscribers of this process. */
export interface Feed<Event> {
  /** Call when there is news. Calls during a read are combined into one further read. */
  refresh(): void;
  /** The inbox gets a snapshot, then each step; it closes at the end, if any. Rejects if the first read does. */
  subscribe(): Promise<Inbox<Event>>;
  close(): void;
}

export interface FeedOptions<Event> {
  /** The steps since `last`; for null, exactly one snapshot. Rejects if the account does not own the record. */
  read(last: Event | null): Promise<readonly Event[]>;
  /** The snapshot for a new subscriber. */
  toSnapshot(last: Event): Event;
  hasEnded(last: Event): boolean;
  onClose(): void;
  log: Log;
  /** Log fields that identify the record, such as its id. */
  watched: object;
}

export function createFeed<Event>(options: FeedOptions<Event>): Feed<Event> {
  const { toSnapshot, hasEnded, onClose, log, watched } = options;
  const inboxes = createInboxes<Event>(onClose);
  let last: Event | null = null;
  /** The same object for all subscribers between two steps, so that derived results can be shared. */
  let snapshot: { of: Event; event: Event } | null = null;
  let reading: Promise<void> | null = null;
  let stale = false;

  async function read(): Promise<void> {
    do {
      stale = false;
      const events = await options.read(last);
      last = events.at(-1) ?? last;
      for (const event of events) inboxes.put(event);
    } while (stale);
    if (last !== null && hasEnded(last)) close();
  }
  function startReading(): Promise<void> {
    reading = read().finally(() => {
      reading = null;
    });
    return reading;
  }
  function close(): void {
    onClose();
    inboxes.close();
  }

  return {
    refresh() {
      stale = true;
      if (reading !== null) return;
      startReading().catch((error) => {
        log.warn(
          { err: error, ...watched },
          'a subscription was closed: its record could not be read',
        );
        close();
      });
    },
    async subscribe() {
      try {
        if (last === null) await (reading ?? startReading());
      } catch (error) {
        // A feed whose first read failed has no inbox that would close it.
        if (inboxes.isEmpty()) onClose();
        throw error;
      }
      const inbox = inboxes.open();
      const now = last as Event;
      if (snapshot?.of !== now) snapshot = { of: now, event: toSnapshot(now) };
      inbox.put(snapshot.event);
      if (hasEnded(now)) inbox.close();
      return inbox;
    },
    close,
  };
}
