import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';

/** How long clients have for one more request on the connections that they keep open. */
const LEAVE_MS = 1_000;
/** No request takes longer; who has not finished one by then sends it too slowly. */
const CUT_MS = 15_000;

/** In milliseconds; the same on every port that we open. How long an idle connection stays open is a setting. */
export const HTTP_LIMITS = {
  /** From the first byte, or from the opening of the connection, to the last header. */
  headersTimeout: 10_000,
  /** To the last byte of the body. */
  requestTimeout: 30_000,
  /** How often the two above are looked at: Node's own default of 30 s would tell of them that much later. */
  connectionsCheckingInterval: 1_000,
  /** Without any byte in either direction; no answer takes as long, so somebody does not read one. */
  timeout: 60_000,
};

/** `keepAliveMs`: longer than a proxy's own, which would otherwise send a request on a connection that is just closing. */
export function createHttpServer(
  listener: RequestListener,
  keepAliveMs: number,
  limits = HTTP_LIMITS,
): Server {
  const { timeout, ...others } = limits;
  return createServer({ ...others, keepAliveTimeout: keepAliveMs }, listener).setTimeout(timeout);
}

export const listenOn = (server: Server, config: { port: number; host: string }): Promise<string> =>
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
