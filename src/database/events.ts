import { EventEmitter } from 'node:events';
import type { Tenant, Transaction } from './db.js';
import type { Listener } from './listen.js';

/**
 * Notifications between processes. They contain only ids, because a notification is limited to 8,000 bytes; subscribers
 * read the record. Published inside the transaction, so that the change and its notification become visible together.
 */
export type Event =
  | {
      topic: 'run';
      accountId: string;
      environment: string;
      runId: string;
      brandId: string;
      ended: boolean;
    }
  /** One of the brand's incidents has changed. */
  | { topic: 'incident'; accountId: string; environment: string; brandId: string }
  | { topic: 'batch'; accountId: string; environment: string; batchId: string }
  | { topic: 'key'; keyId: string }
  /** A membership was created, changed or deleted; a database trigger publishes this event. */
  | { topic: 'member'; accountId: string; userId: string }
  /** One of the user's sessions has ended. */
  | { topic: 'session'; userId: string }
  /** The outbox has new events. */
  | { topic: 'webhook-due' }
  /** Deliveries to these endpoints are due; `holder` has queued them already. */
  | { topic: 'webhook-lane'; endpointIds: string[]; holder?: string }
  /** The URL, the secrets or `enabled` of the endpoint have changed. */
  | { topic: 'webhook-endpoint'; endpointId: string }
  /** Attempts of these deliveries were stored. */
  | { topic: 'webhook'; accountId: string; environment: string; deliveryIds: string[] };

type Topic = Event['topic'];

export interface Events {
  publish(tx: Transaction, event: Event): Promise<void>;
  /** Calls `listener` for each event of the topic from any process. Returns a function that unsubscribes. */
  on<T extends Topic>(
    topic: T,
    listener: (event: Extract<Event, { topic: T }>) => void,
  ): () => void;
  /** Calls `listener` when events may have been missed: caches and feeds must read again. */
  onGap(listener: () => void): () => void;
  /** False while the connection is down: then cached data may be stale. */
  isLive(): boolean;
  dispose(): Promise<void>;
}

const CHANNEL = 'answerscope';

export const runEvent = (
  tenant: Tenant,
  run: { id: string; brandId: string },
  ended: boolean,
): Event => ({
  topic: 'run',
  accountId: tenant.accountId,
  environment: tenant.environment,
  runId: run.id,
  brandId: run.brandId,
  ended,
});

export const batchEvent = ({ accountId, environment }: Tenant, batchId: string): Event => ({
  topic: 'batch',
  accountId,
  environment,
  batchId,
});

/** Arguments of `pg_notify`, for statements that write and publish in one round trip. */
export const notification = (event: Event): [channel: string, payload: string] => [
  CHANNEL,
  JSON.stringify(event),
];

export async function createEvents(listener: Listener): Promise<Events> {
  const emitter = new EventEmitter();
  // Many listeners per topic are expected, so Node's leak warning is disabled.
  emitter.setMaxListeners(0);

  const subscription = await listener.listen(
    CHANNEL,
    (payload) => {
      const event = JSON.parse(payload) as Event;
      emitter.emit(event.topic, event);
    },
    () => emitter.emit('gap'),
  );
  const on = (name: string, call: (...values: never[]) => void) => {
    emitter.on(name, call as () => void);
    return () => {
      emitter.off(name, call as () => void);
    };
  };

  return {
    async publish(tx, event) {
      const [channel, payload] = notification(event);
      await tx.execute('select pg_notify(:channel, :payload)', { channel, payload });
    },
    on: (topic, call) => on(topic, call),
    onGap: (call) => on('gap', call),
    isLive: () => listener.isLive(),
    dispose: () => subscription.close(),
  };
}
