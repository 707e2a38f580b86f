import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between the product and its database that simulates network failures. */
export interface DatabaseProxy {
  /** URL of the database through the proxy. */
  url: string;
  /** Breaks all connections and rejects new ones. */
  cut(): void;
  /** Silently holds back all data in both directions. */
  stall(): void;
  /** Forwards held data; connections that were opened during the stall are closed. */
  restore(): void;
  /** Accepts new connections, while existing ones stay stalled. */
  abandon(): void;
  dispose(): Promise<void>;
}

export async function createProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  /** Connections opened during a stall; they are not connected to the database. */
  const unheard = new Set<Socket>();
  let mode: 'open' | 'cut' | 'stalled' = 'open';

  const keep = (socket: Socket, other?: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      unheard.delete(socket);
      other?.destroy();
    });
    socket.on('data', (bytes) => other?.write(bytes));
  };
  const server = createServer((socket) => {
    if (mode === 'cut') return void socket.resetAndDestroy();
    if (mode === 'stalled') {
      keep(socket);
      unheard.add(socket);
      return void socket.pause();
    }
    const upstream = connect(Number(target.port || 5432), target.hostname);
    keep(socket, upstream);
    keep(upstream, socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: url.href,
    cut() {
      mode = 'cut';
      for (const socket of sockets) socket.resetAndDestroy();
    },
    stall() {
      mode = 'stalled';
      for (const socket of sockets) socket.pause();
    },
    restore() {
      mode = 'open';
      for (const socket of unheard) socket.destroy();
      for (const socket of sockets) socket.resume();
    },
    abandon() {
      mode = 'open';
    },
    async dispose() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
