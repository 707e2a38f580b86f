import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { handshake, toFrame } from '../../../bench/bare-socket.js';
import type { TestApp } from '../app.js';
import type { Message } from './socket.js';

export interface Stalled {
  tcp: Socket;
  send(message: Message): void;
  closed: Promise<void>;
}

/** A WebSocket client on a raw connection that stops reading once it is accepted. */
export async function openStalled(
  app: Pick<TestApp, 'url'>,
  authorization: string,
): Promise<Stalled> {
  const { hostname, port, host } = new URL(app.url);
  const tcp = connect(Number(port), hostname);
  tcp.on('error', () => {});
  const closed = new Promise<void>((resolve) => tcp.on('close', () => resolve()));
  await handshake(tcp, host);
  const send = (message: Message) => void tcp.write(toFrame(message));
  send({ type: 'connection_init', payload: { authorization } });
  let read = '';
  while (!read.includes('connection_ack')) read += String((await once(tcp, 'data'))[0]);
  tcp.pause();
  return { tcp, send, closed };
}
