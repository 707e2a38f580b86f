import { type Client, createClient } from 'graphql-ws';
import type { Connection } from './connection.js';
import { tellSessionEnd } from './session-end.js';

const FORBIDDEN = 4403;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const PING_MS = 12_000;
/** A socket stays open when its network is lost; a missing pong within this time reveals the loss. */
const PONG_MS = 6_000;
const ADMISSION_MS = 10_000;

/** Random wait up to a limit that doubles with each attempt, so that browsers do not all reconnect together. */
const wait = (attempt: number): Promise<void> => {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
};

export type Socket = Client;

/** Socket shared by all subscriptions of an environment; opened on demand and reopened when lost. */
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
  // A socket from before the network loss may not have noticed that it is closed.
  addEventListener('online', () => socket.terminate());
  return socket;
}
