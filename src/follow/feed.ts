import type { Log } from '../observability/log.js';
import { createInboxes, type Inbox } from './inbox.js';

/** A record with subscribers in this process. Each change is read once for all subscribers. */
export interface Feed<Event> {
  /** Reads the changes. Calls during a read cause one further read together. */
  refresh(): void;
  /** Yields a snapshot, then each step, and ends if the record ends. Rejects if the first read fails. */
  subscribe(): Promise<Inbox<Event>>;
  close(): void;
}

export interface FeedOptions<Event> {
  /** Steps since `last`, or exactly one snapshot if `last` is null. Rejects for a record of another tenant. */
  read(last: Event | null): Promise<readonly Event[]>;
  /** Converts the last step to the snapshot for a new subscriber. */
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
  /** One object for all subscribers between two steps, so that values derived from it can be shared. */
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
        log.warn({ err: error, ...watched }, 'a followed record could not be read');
        close();
      });
    },
    async subscribe() {
      try {
        if (last === null) await (reading ?? startReading());
      } catch (error) {
        // A feed without subscribers must be removed here, because no inbox will close it.
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
