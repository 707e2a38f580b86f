import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';

/** How often idle connections are closed during a stop: clients have this long for one more request. */
const LEAVE_MS = 1_000;
/** Time after which a stop closes all connections; requests that take longer are sent too slowly. */
const CUT_MS = 15_000;

/** Timeouts in milliseconds, the same on every port. The idle timeout is the setting KEEP_ALIVE_MS. */
export const HTTP_LIMITS = {
  /** From the first byte, or from the opening of the connection, to the last header. */
  headersTimeout: 10_000,
  /** To the last byte of the body. */
  requestTimeout: 30_000,
  /** Interval at which the two timeouts above are checked. Node's default of 30 s would delay them. */
  connectionsCheckingInterval: 1_000,
  /** Without any byte in either direction. No response takes this long, so the client is not reading. */
  timeout: 60_000,
};

/** `keepAliveMs` must exceed a proxy's idle timeout, or the proxy may use a connection that is being closed. */
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
 * Accepts no new connections and waits until all are closed. The HTTP server's own close would cut idle connections
 * immediately, even with a request on its way. Here that request is answered and its response closes the
 * connection; only connections that stay idle are cut.
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
