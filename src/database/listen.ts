import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { doubling, retry } from '../async/retry.js';
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

const pauseMs = doubling(100, 5_000);
/** A wire that is dead says nothing of it, so the connection is asked whether it is there. */
const BEAT_MS = 2_000;
const SILENT_MS = 2_500;

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
      reconnect().catch((err) => {
        if (!closed) log.error({ err }, 'the notification connection did not come back');
      });
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
    const { signal } = stopping;
    const jittered = (tries: number) => pauseMs(tries) * (0.5 + Math.random() / 2);
    await sleep(jittered(1), undefined, { signal });
    await retry(connect, {
      isWorthwhile(error) {
        log.debug({ err: error }, 'no notification connection yet');
        return !closed;
      },
      pauseMs: (tries) => jittered(tries + 1),
      signal,
    });
    log.info('the notification connection is back');
    for (const subscription of subscriptions) subscription.onReconnect();
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
