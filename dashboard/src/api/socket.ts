import { type Client, createClient } from 'graphql-ws';
import type { Connection } from './connection.js';
import { tellSessionEnd } from './session-end.js';

const FORBIDDEN = 4403;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const PING_MS = 12_000;
/** A socket over a network that is gone stays open and silent: no answer to a ping gives it away. */
const PONG_MS = 6_000;
const ADMISSION_MS = 10_000;

/** Anywhere between nothing and twice as long each time, so that browsers do not return all at once. */
const wait = (attempt: number): Promise<void> => {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
};

export type Socket = Client;

/** One for all that an environment's pages follow; opened when it is needed, again when it was lost. */
export function createSocket(path: string, environment: string, { setSocket }: Connection): Socket {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const socket = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}${path}`,
    connectionParams: { environment },
    keepAlive: PING_MS,
    connectionAckWaitTimeout: ADMISSION_MS,
    lazyCloseTimeout: 2_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: wait,
    shouldRetry: (closed) => !(closed instanceof CloseEvent && closed.code === FORBIDDEN),
    on: {
      connecting: (isAgain) => setSocket(isAgain ? 'connecting' : 'opening'),
      connected: () => setSocket('live'),
      ping(isTheirs) {
        if (!isTheirs) silence = setTimeout(() => socket.terminate(), PONG_MS);
      },
      pong: () => clearTimeout(silence),
      closed(closed) {
        clearTimeout(silence);
        const { code } = closed as CloseEvent;
        setSocket(code === 1000 ? 'opening' : 'connecting');
        if (code === FORBIDDEN) tellSessionEnd();
      },
    },
  });
  // What was open before the network went away may not know that it is closed.
  addEventListener('online', () => socket.terminate());
  return socket;
}
