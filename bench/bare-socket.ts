import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** A WebSocket text frame of a client. The mask is all zeros, so the payload is unchanged. */
export function toFrame(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const size =
    text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), text]);
}

/** Upgrades a new connection to a WebSocket for GraphQL. */
export async function handshake(tcp: Socket, host: string): Promise<void> {
  await once(tcp, 'connect');
  tcp.write(
    [
      'GET /graphql HTTP/1.1',
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Protocol: graphql-transport-ws',
      '\r\n',
    ].join('\r\n'),
  );
  const [answer] = await once(tcp, 'data');
  if (!String(answer).startsWith('HTTP/1.1 101')) throw new Error(String(answer));
}
