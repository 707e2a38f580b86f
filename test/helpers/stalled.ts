import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestApp } from './app.js';
import type { Message } from './socket.js';

/** A text frame as a client sends it: masked, here with zeros, which change nothing. */
function toFrame(message: Message): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const size =
    text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), text]);
}

export interface Stalled {
  tcp: Socket;
  send(message: Message): void;
  closed: Promise<void>;
}

/** A WebSocket client on a bare connection, which was let in and from then on reads nothing. */
export async function openStalled(
  app: Pick<TestApp, 'url'>,
  authorization: string,
): Promise<Stalled> {
  const { hostname, port, host } = new URL(app.url);
  const tcp = connect(Number(port), hostname);
  tcp.on('error', () => {});
  const closed = new Promise<void>((resolve) => tcp.on('close', () => resolve()));
  await once(tcp, 'connect');
  const handshake = [
    'GET /graphql HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Protocol: graphql-transport-ws',
    '\r\n',
  ];
  tcp.write(handshake.join('\r\n'));
  const send = (message: Message) => void tcp.write(toFrame(message));
  send({ type: 'connection_init', payload: { authorization } });
  let read = '';
  while (!read.includes('connection_ack')) read += String((await once(tcp, 'data'))[0]);
  tcp.pause();
  return { tcp, send, closed };
}
