import { useSyncExternalStore } from 'react';

/**
 * How news reach the page: `idle` while nothing is followed, `live` over the socket, `connecting`
 * until it stands again, `offline` while the browser itself has no network.
 */
export type ConnectionState = 'idle' | 'connecting' | 'live' | 'offline';

type Listener = () => void;

const listeners = new Set<Listener>();
let socket: Exclude<ConnectionState, 'offline'> = 'idle';
let isOnline = navigator.onLine;

const tell = () => {
  for (const listener of listeners) listener();
};

export function setSocket(state: typeof socket): void {
  socket = state;
  tell();
}

for (const name of ['online', 'offline'] as const) {
  addEventListener(name, () => {
    isOnline = name === 'online';
    tell();
  });
}

const read = (): ConnectionState => (isOnline ? socket : 'offline');

const subscribe = (listener: Listener) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useConnection = (): ConnectionState => useSyncExternalStore(subscribe, read);
