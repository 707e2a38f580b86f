import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';

/** How long clients have for one more request on the connections that they keep open. */
const LEAVE_MS = 1_000;
/** No request takes longer; who has not finished one by then sends it too slowly. */
const CUT_MS = 15_000;

const LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 };

export const createHttpServer = (listener: RequestListener): Server =>
  createServer(LIMITS, listener);

export const listen = (server: Server, config: { port: number; host: string }): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, () => {
      server.off('error', reject);
      const { address, family, port } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${port}`);
    });
  });

/**
 * Lets nobody in any more, and waits until all are gone. The HTTP server's own way to close would cut
 * open connections between two requests at once, though the next one may be on its way: it is
 * answered, and its answer closes the connection. Only who asks nothing for a while is cut off.
 */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const startedMs = performance.now();
    const timer = setInterval(() => {
      if (performance.now() - startedMs > CUT_MS) server.closeAllConnections();
      else server.closeIdleConnections();
    }, LEAVE_MS);
    NetServer.prototype.close.call(server, () => {
      clearInterval(timer);
      resolve();
    });
  });
