import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../observability/log.js';
import { connectWithRetry } from './connect-with-retry.js';

/**
 * The product's one connection for LISTEN. It comes back by itself; since notifications may have
 * been missed meanwhile, every subscriber is told to look again.
 */
export interface Listener {
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<{ close(): Promise<void> }>;
  isLive(): boolean;
  dispose(): Promise<void>;
}

interface Subscription {
  channel: string;
  onPayload: (payload: string) => void;
  onReconnect: () => void;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A wire that is dead says nothing of it, so the connection is asked whether it is there. */
const BEAT_MS = 2_000;
const SILENT_MS = 2_500;

/** Ends early, and well, with what it belongs to. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});

export async function createListener(
  connectionString: string,
  options: string,
  log: Log,
): Promise<Listener> {
  const subscriptions = new Set<Subscription>();
  let client: pg.Client;
  let live = false;
  let closed = false;
  const stopping = new AbortController();

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      options,
      connectionTimeoutMillis: 1_000,
      query_timeout: SILENT_MS,
      keepAlive: true,
      application_name: 'answerscope-listen',
    });
    // `error` and `end` both come for one loss; only the first counts.
    const onLoss = (error?: Error) => {
      if (client !== next || !live || closed) return;
      live = false;
      log.warn({ err: error }, 'the notification connection was lost');
      void reconnect();
    };
    next.on('error', onLoss);
    next.on('end', () => onLoss());
    next.on('notification', ({ channel, payload }) => {
      for (const subscription of subscriptions) {
        if (subscription.channel === channel) subscription.onPayload(payload ?? '');
      }
    });
    try {
      await next.connect();
      const channels = new Set([...subscriptions].map((subscription) => subscription.channel));
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      // Nobody is left to close what comes back after the end.
      if (closed) throw new Error('the listener was disposed meanwhile');
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    client = next;
    live = true;
  }

  async function reconnect(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !closed; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await pause(pauseMs * (0.5 + Math.random() / 2), stopping.signal);
      if (closed) return;
      try {
        await connect();
        log.info('the notification connection is back');
        for (const subscription of subscriptions) subscription.onReconnect();
        return;
      } catch (error) {
        log.debug({ err: error }, 'no notification connection yet');
      }
    }
  }

  await connectWithRetry(connect);
  const beat = setInterval(() => {
    const asked = client;
    // Ended with a question still open, it is broken off, and that counts as its loss.
    if (live) asked.query('select 1').catch(() => asked.end().catch(() => {}));
  }, BEAT_MS);
  return {
    async listen(channel, onPayload, onReconnect) {
      const subscription = { channel, onPayload, onReconnect };
      subscriptions.add(subscription);
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      return {
        close: async () => {
          subscriptions.delete(subscription);
        },
      };
    },
    isLive: () => live,
    async dispose() {
      closed = true;
      live = false;
      clearInterval(beat);
      stopping.abort();
      await client.end();
    },
  };
}
