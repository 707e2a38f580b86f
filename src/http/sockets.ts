import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { CloseCode, handleProtocols, type Server } from 'graphql-ws';
import { v7 } from 'uuid';
import { WebSocket, WebSocketServer } from 'ws';
import type { Log } from '../log.js';
import { onTrail } from '../trail.js';

const PING_MS = 12_000;
const MESSAGE_BYTES = 64 * 1_024;
const BUFFERED_BYTES = 1_024 * 1_024;
/** How long a client may take to answer a close before its connection is cut. */
const LEAVE_MS = 1_000;
const GOING_AWAY = 1001;

export interface OpenSocket extends Record<PropertyKey, unknown> {
  socket: WebSocket;
  request: IncomingMessage;
}

/** Who is gone says nothing: a ping that found no answer until the next one ends the socket. */
function keepAlive(socket: WebSocket): () => void {
  let isThere = true;
  socket.on('pong', () => {
    isThere = true;
  });
  const timer = setInterval(() => {
    if (!isThere) return socket.terminate();
    isThere = false;
    socket.ping();
  }, PING_MS);
  return () => clearInterval(timer);
}

/** What a client has not read yet is kept for it up to a limit; a closing frame would wait behind it. */
function send(socket: WebSocket, text: string, log: Log): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount <= BUFFERED_BYTES) {
    socket.send(text);
    return;
  }
  log.info({ bufferedBytes: socket.bufferedAmount }, 'a slow reader was cut off');
  socket.terminate();
}

/** Carries the protocol, which knows no sockets, over those of one path of an HTTP server. */
export function serveSockets<Extra extends OpenSocket>(options: {
  server: HttpServer;
  path: string;
  protocol: Server<Extra>;
  log: Log;
}): { dispose(): Promise<void> } {
  const { server, path, protocol, log } = options;
  const wss = new WebSocketServer({ server, path, maxPayload: MESSAGE_BYTES, handleProtocols });
  // The HTTP server's own errors are its own affair.
  wss.on('error', (error) => log.warn({ err: error }, 'WebSocket server'));

  wss.on('connection', (socket, request) => {
    // Frames that cannot be read: the socket closes by itself, with the code that says why.
    socket.on('error', (error) => log.debug({ err: error }, 'a socket broke'));
    const letGo = keepAlive(socket);
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text, log),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) =>
          socket.on('message', (data) => {
            // Each message is a request of its own; a subscription goes on under the id of its first.
            const taken = onTrail({ requestId: v7(), span: null }, () => take(String(data)));
            taken.catch((error) => {
              log.error({ err: error }, 'a socket message failed');
              socket.close(CloseCode.InternalServerError, 'something went wrong on our side');
            });
          }),
      },
      { socket, request } as Extra,
    );
    socket.once('close', (code, reason) => {
      letGo();
      closed(code, String(reason)).catch((error) => log.warn({ err: error }, 'a socket was left'));
    });
  });

  return {
    async dispose() {
      const done = new Promise<void>((resolve) => wss.close(() => resolve()));
      for (const socket of wss.clients) socket.close(GOING_AWAY, 'the server is stopping');
      const timer = setTimeout(() => {
        for (const socket of wss.clients) socket.terminate();
      }, LEAVE_MS);
      await done;
      clearTimeout(timer);
    },
  };
}
