import type { Log } from '../observability/log.js';
import { createInboxes, type Inbox } from './inbox.js';

/** One thing that somebody on this process watches; each piece of news costs one read, whoever watches. */
export interface Feed<Event> {
  /** There is news. What comes while the last is being read is read together, once. */
  refresh(): void;
  /** How it stands, then each step, then the end if it has one. Rejects when the first read does. */
  subscribe(): Promise<Inbox<Event>>;
  close(): void;
}

export interface FeedOptions<Event> {
  /** The steps since `last`; at first, how it stands: exactly one step. Rejects when it is not the account's. */
  read(last: Event | null): Promise<readonly Event[]>;
  /** The last step as one who comes now is told it. */
  toSnapshot(last: Event): Event;
  hasEnded(last: Event): boolean;
  onClose(): void;
  log: Log;
  /** What the log says is watched, such as its id. */
  watched: object;
}

export function createFeed<Event>(options: FeedOptions<Event>): Feed<Event> {
  const { toSnapshot, hasEnded, onClose, log, watched } = options;
  const inboxes = createInboxes<Event>(onClose);
  let last: Event | null = null;
  /** The same object for all who come between two steps: what is made of it can be shared. */
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
        log.warn({ err: error, ...watched }, 'what is followed could not be read');
        close();
      });
    },
    async subscribe() {
      try {
        if (last === null) await (reading ?? startReading());
      } catch (error) {
        // A feed that never began has nobody to end it.
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
