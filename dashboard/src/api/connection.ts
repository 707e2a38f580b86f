import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * How news reach the page: `idle` while nothing is followed, `opening` until the first socket stands,
 * `live` over it, `connecting` once it was lost until it stands again, `offline` while the browser
 * itself has no network.
 */
export type ConnectionState = 'idle' | 'opening' | 'connecting' | 'live' | 'offline';

type Socket = Exclude<ConnectionState, 'idle' | 'offline'>;

/** What is known of one environment's socket. */
export interface Connection {
  setSocket(state: Socket): void;
  /** Something is followed from now on; call what it returns when that ends. */
  follow(): () => void;
  read(): ConnectionState;
  subscribe(listener: () => void): () => void;
}

export function createConnection(): Connection {
  const listeners = new Set<() => void>();
  let socket: Socket = 'opening';
  let followed = 0;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const setFollowed = (count: number) => {
    followed = count;
    tell();
  };
  for (const name of ['online', 'offline'] as const) addEventListener(name, tell);
  return {
    setSocket(state) {
      socket = state;
      tell();
    },
    follow() {
      setFollowed(followed + 1);
      return () => setFollowed(followed - 1);
    },
    read() {
      if (!navigator.onLine) return 'offline';
      return followed === 0 ? 'idle' : socket;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const connections = new WeakMap<ApolloClient, Connection>();

export const bindConnection = (client: ApolloClient, connection: Connection): void =>
  void connections.set(client, connection);

const nothing = () => {};

/** Of the client that this part of the page asks. */
export function useConnection(): ConnectionState {
  const connection = connections.get(useApolloClient());
  const subscribe = useCallback(
    (listener: () => void) => connection?.subscribe(listener) ?? nothing,
    [connection],
  );
  return useSyncExternalStore(subscribe, () => connection?.read() ?? 'idle');
}
