/** An unbounded queue for one reader, in order. Remaining items can still be read after closing. */
export interface Inbox<T> extends AsyncGenerator<T, void, void> {
  put(item: T): void;
  close(): void;
  /** The next item without waiting; null if there is none yet. */
  take(): T | null;
  /** Registers a callback for readers that use `take`: called when there may be items, and at the end. */
  onNews(call: () => void): void;
  /** Whether no more items will be added; remaining items can still be taken. */
  isClosed(): boolean;
}

function createInbox<T>(onEnd: () => void): Inbox<T> {
  const items: T[] = [];
  let wake: (() => void) | null = null;
  let closed = false;
  let ended = false;

  const end = () => {
    if (ended) return;
    ended = true;
    onEnd();
  };
  async function next(): Promise<IteratorResult<T, void>> {
    while (items.length === 0 && !closed) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (items.length > 0) return { done: false, value: items.shift() as T };
    end();
    return { done: true, value: undefined };
  }
  function close(): void {
    closed = true;
    wake?.();
  }
  async function finish(): Promise<IteratorResult<T, void>> {
    items.length = 0;
    close();
    end();
    return { done: true, value: undefined };
  }

  return {
    put(item) {
      if (closed) return;
      items.push(item);
      wake?.();
    },
    close,
    take: () => items.shift() ?? null,
    onNews(call) {
      wake = call;
    },
    isClosed: () => closed,
    next,
    return: finish,
    async throw(error) {
      await finish();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: async () => {
      await finish();
    },
  };
}

/** The inboxes of all subscribers of one feed. */
export interface Inboxes<T> {
  /** Opens an inbox that gets all later items for which `wants` returns true. */
  open(wants?: (item: T) => boolean): Inbox<T>;
  put(item: T): void;
  isEmpty(): boolean;
  close(): void;
}

/** `onEmpty` is called when the last inbox has ended. */
export function createInboxes<T>(onEmpty: () => void): Inboxes<T> {
  const inboxes = new Map<Inbox<T>, (item: T) => boolean>();
  return {
    open(wants = () => true) {
      const inbox = createInbox<T>(() => {
        inboxes.delete(inbox);
        if (inboxes.size === 0) onEmpty();
      });
      inboxes.set(inbox, wants);
      return inbox;
    },
    put(item) {
      for (const [inbox, wants] of inboxes) if (wants(item)) inbox.put(item);
    },
    isEmpty: () => inboxes.size === 0,
    close() {
      for (const inbox of inboxes.keys()) inbox.close();
    },
  };
}
