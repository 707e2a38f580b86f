import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { CloseCode, handleProtocols, type Server } from 'graphql-ws';
import { v7 } from 'uuid';
import { WebSocket, WebSocketServer } from 'ws';
import type { Log } from '../observability/log.js';
import { runInContext } from '../observability/request-context.js';

const PING_MS = 12_000;
const MESSAGE_BYTES = 64 * 1_024;
const BUFFERED_BYTES = 1_024 * 1_024;
/** Messages of one turn are written together, up to this many bytes. */
const TOGETHER_BYTES = 16 * 1_024;
/** Time for a client to answer a close before its connection is cut. */
const LEAVE_MS = 1_000;
const GOING_AWAY = 1001;

export interface OpenSocket extends Record<PropertyKey, unknown> {
  socket: WebSocket;
  request: IncomingMessage;
  /** Queues a message. Messages are written in order at the end of the turn. */
  send(text: string): void;
}

/** Pings the client, and terminates the socket when a ping is unanswered by the next one. */
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

/** Holds back writes to connections until the turn is over, so that one system call writes them all. */
function createHold(): (tcp: Socket) => void {
  const held: Socket[] = [];
  const letGo = () => {
    for (const tcp of held.splice(0)) tcp.uncork();
  };
  return (tcp) => {
    if (tcp.writableCorked > 0) {
      if (tcp.writableLength < TOGETHER_BYTES) return;
      tcp.uncork();
      tcp.cork();
      return;
    }
    tcp.cork();
    // Runs after the promise callbacks of this turn.
    if (held.push(tcp) === 1) process.nextTick(letGo);
  };
}

/** Sends to a client with at most BUFFERED_BYTES unread. Beyond that, terminates: a close frame would queue up, too. */
function send(socket: WebSocket, text: string, log: Log): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount <= BUFFERED_BYTES) {
    socket.send(text);
    return;
  }
  log.info(
    { bufferedBytes: socket.bufferedAmount },
    'a client that reads too slowly was disconnected',
  );
  socket.terminate();
}

/** Serves the protocol over the WebSockets of one path of an HTTP server. */
export function serveSockets<Extra extends OpenSocket>(options: {
  server: HttpServer;
  path: string;
  protocol: Server<Extra>;
  /** HTTP status to refuse a request for a socket with; null to accept it. */
  refuse(request: IncomingMessage): number | null;
  log: Log;
}): { dispose(): Promise<void> } {
  const { server, path, protocol, log } = options;
  const wss = new WebSocketServer({
    server,
    path,
    maxPayload: MESSAGE_BYTES,
    handleProtocols,
    verifyClient: ({ req }, answer) => {
      const status = options.refuse(req);
      if (status === null) answer(true);
      else answer(false, status);
    },
  });
  // The HTTP server's errors arrive here, too; its owner handles them.
  wss.on('error', (error) => log.warn({ err: error }, 'WebSocket server error'));

  const hold = createHold();

  wss.on('connection', (socket, request) => {
    const tcp = request.socket;
    const say = (text: string) => {
      hold(tcp);
      send(socket, text, log);
    };
    // Unreadable frames: `ws` closes the socket with the matching code.
    socket.on('error', (error) => log.debug({ err: error }, 'a socket failed'));
    const letGo = keepAlive(socket);
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: say,
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) =>
          socket.on('message', (data) => {
            // Each message has its own request id; a subscription keeps the id of its first message.
            const taken = runInContext({ requestId: v7(), span: null }, () => take(String(data)));
            taken.catch((error) => {
              log.error({ err: error }, 'a socket message failed');
              socket.close(CloseCode.InternalServerError, 'something went wrong on our side');
            });
          }),
      },
      { socket, request, send: say } as Extra,
    );
    socket.once('close', (code, reason) => {
      letGo();
      closed(code, String(reason)).catch((error) =>
        log.warn({ err: error }, 'a socket was not closed cleanly'),
      );
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
