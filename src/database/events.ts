import { EventEmitter } from 'node:events';
import type { Tenant, Transaction } from './db.js';
import type { Listener } from './listen.js';

/**
 * What processes tell each other. Only ids travel (a notification holds 8,000 bytes); whoever cares
 * reads the record. Published inside the transaction, so a fact and its news appear together.
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
  /** Something about one of the brand's incidents has changed. */
  | { topic: 'incident'; accountId: string; environment: string; brandId: string }
  | { topic: 'batch'; accountId: string; environment: string; batchId: string }
  | { topic: 'key'; keyId: string }
  /** A membership has begun, changed or ended; the database itself tells of each. */
  | { topic: 'member'; accountId: string; userId: string }
  /** One of the user's sessions has ended. */
  | { topic: 'session'; userId: string }
  /** Something has happened that endpoints may want to hear of. */
  | { topic: 'webhook-due' }
  /** Something waits to be sent to these endpoints; `holder` knows of it already. */
  | { topic: 'webhook-lane'; endpointIds: string[]; holder?: string }
  /** Its URL, its secret or whether it is enabled is another now. */
  | { topic: 'webhook-endpoint'; endpointId: string }
  /** Deliveries that were just attempted. */
  | { topic: 'webhook'; accountId: string; environment: string; deliveryIds: string[] };

type Topic = Event['topic'];

export interface Events {
  publish(tx: Transaction, event: Event): Promise<void>;
  /** Calls `listener` for each event of the topic on any process; returns what ends it. */
  on<T extends Topic>(
    topic: T,
    listener: (event: Extract<Event, { topic: T }>) => void,
  ): () => void;
  /** Called when events may have been missed: whoever caches or follows has to read again. */
  onGap(listener: () => void): () => void;
  /** False while the connection is down: then nothing may be trusted for having heard no news. */
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

/** The statement half of a publication, for statements that do their work and tell of it in one trip. */
export const notification = (event: Event): [channel: string, payload: string] => [
  CHANNEL,
  JSON.stringify(event),
];

export async function createEvents(listener: Listener): Promise<Events> {
  const emitter = new EventEmitter();
  // A listener per followed run is expected; the leak warning of Node would be noise.
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
