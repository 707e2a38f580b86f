import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * State of live updates: `idle` without subscriptions, `opening` until the first socket is open, `live` while
 * it is open, `connecting` from its loss until it is open again, `offline` while the browser has no network.
 */
export type ConnectionState = 'idle' | 'opening' | 'connecting' | 'live' | 'offline';

type Socket = Exclude<ConnectionState, 'idle' | 'offline'>;

/** Connection state of the socket of one environment. */
export interface Connection {
  setSocket(state: Socket): void;
  /** Counts a subscription as active; call the returned function when it ends. */
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

/** Connection state of the Apollo client in this part of the page. */
export function useConnection(): ConnectionState {
  const connection = connections.get(useApolloClient());
  const subscribe = useCallback(
    (listener: () => void) => connection?.subscribe(listener) ?? nothing,
    [connection],
  );
  return useSyncExternalStore(subscribe, () => connection?.read() ?? 'idle');
}
