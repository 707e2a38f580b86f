import { once } from 'node:events';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { TestApp } from '../app.js';
import type { ShownError } from './graphql.js';

export interface Message {
  type: string;
  id?: string;
  payload?: unknown;
}

export interface Closing {
  code: number;
  reason: string;
}

/** A client that sends raw protocol messages, valid or not. */
export interface RawSocket {
  socket: WebSocket;
  send(message: Message | Message[] | string): void;
  /** The next message, in order; rejects if the socket closes instead. */
  receive(): Promise<Message>;
  subscribe(id: string, query: string, variables?: object): void;
  closed: Promise<Closing>;
  close(): Promise<void>;
}

export const toSocketUrl = (app: Pick<TestApp, 'url'>): string =>
  `${app.url.replace('http', 'ws')}/graphql`;

export function openSocket(
  app: Pick<TestApp, 'url'>,
  headers: Record<string, string> = {},
  protocol = GRAPHQL_TRANSPORT_WS_PROTOCOL,
): RawSocket {
  const socket = new WebSocket(toSocketUrl(app), protocol, { headers });
  const came: Message[] = [];
  const waiting: { resolve: (message: Message) => void; reject: (error: Error) => void }[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    const next = waiting.shift();
    if (next === undefined) came.push(message);
    else next.resolve(message);
  });
  socket.on('error', () => {});
  const closed = new Promise<Closing>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: String(reason) });
      for (const { reject } of waiting.splice(0))
        reject(new Error(`closed with ${code} ${reason}`));
    });
  });
  const send: RawSocket['send'] = (message) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  return {
    socket,
    send,
    closed,
    receive() {
      const message = came.shift();
      if (message !== undefined) return Promise.resolve(message);
      if (socket.readyState >= WebSocket.CLOSING) return Promise.reject(new Error('it is closed'));
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    subscribe: (id, query, variables) =>
      send({ type: 'subscribe', id, payload: { query, ...(variables && { variables }) } }),
    async close() {
      socket.close();
      await closed;
    },
  };
}

/** A socket after a successful connection_init. */
export async function initSocket(
  app: Pick<TestApp, 'url'>,
  payload?: object,
  headers?: Record<string, string>,
): Promise<RawSocket> {
  const raw = openSocket(app, headers);
  await once(raw.socket, 'open');
  raw.send({ type: 'connection_init', ...(payload && { payload }) });
  const { type } = await raw.receive();
  if (type !== 'connection_ack') throw new Error(`expected to be let in, got ${type}`);
  return raw;
}

/** How the server closes a socket whose connection_init it rejects. */
export async function refusedSocket(
  app: Pick<TestApp, 'url'>,
  payload?: object,
  headers?: Record<string, string>,
): Promise<Closing> {
  const raw = openSocket(app, headers);
  await once(raw.socket, 'open');
  raw.send({ type: 'connection_init', ...(payload && { payload }) });
  raw.receive().then(
    () => raw.close(),
    () => {},
  );
  return raw.closed;
}

export const errorsOf = ({ type, payload }: Message): ShownError[] =>
  type === 'error'
    ? (payload as ShownError[])
    : ((payload as { errors?: ShownError[] } | undefined)?.errors ?? []);
