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
/** What is said in one turn goes out together, but never more than this at once. */
const TOGETHER_BYTES = 16 * 1_024;
/** How long a client may take to answer a close before its connection is cut. */
const LEAVE_MS = 1_000;
const GOING_AWAY = 1001;

export interface OpenSocket extends Record<PropertyKey, unknown> {
  socket: WebSocket;
  request: IncomingMessage;
  /** Says it once the turn is over, in order with all that is said. */
  send(text: string): void;
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

/** Holds back what is written to connections until the turn is over: one call of the system then writes all. */
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
    // Ticks come when all that was promised for this turn is done.
    if (held.push(tcp) === 1) process.nextTick(letGo);
  };
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
  /** The status with which a request to open a socket is refused; null to let it in. */
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
  // The HTTP server's own errors are its own affair.
  wss.on('error', (error) => log.warn({ err: error }, 'WebSocket server'));

  const hold = createHold();

  wss.on('connection', (socket, request) => {
    const tcp = request.socket;
    const say = (text: string) => {
      hold(tcp);
      send(socket, text, log);
    };
    // Frames that cannot be read: the socket closes by itself, with the code that says why.
    socket.on('error', (error) => log.debug({ err: error }, 'a socket broke'));
    const letGo = keepAlive(socket);
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: say,
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) =>
          socket.on('message', (data) => {
            // Each message is a request of its own; a subscription goes on under the id of its first.
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
