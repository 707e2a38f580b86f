import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A scripted server on a loopback port, and the ways in which any server can behave badly. */

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client sent
  body: any;
  /** Bytes of the response handed to the socket so far. */
  sentBytes: number;
  /** Whether the connection of the response is gone. */
  isClosed: boolean;
}

export type Behaviour = (response: ServerResponse, request: RecordedRequest) => void;

export interface ScriptedServer {
  /** The base URL to configure, `/v1` included. */
  url: string;
  requests: RecordedRequest[];
  dispose(): Promise<void>;
}

export const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

export const reply =
  (status: number, body: unknown, headers = {}): Behaviour =>
  (response) =>
    json(response, status, body, headers);

/** Each makes one behaviour; the ones that never end are ended by the client or by `dispose`. */
export const misbehave = {
  redirect:
    (location: string): Behaviour =>
    (response) => {
      response.writeHead(307, { location });
      response.end();
    },
  /** JSON that ends in the middle, in a body that is complete. */
  half:
    (body: unknown): Behaviour =>
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body).slice(0, 120));
    },
  html:
    (status = 200): Behaviour =>
    (response) => {
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Welcome</title><h1>Sign in</h1>');
    },
  /** As fast as the client reads, for ever. */
  endless: (): Behaviour => (response, request) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"padding":"');
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const pump = (): void => {
      while (!response.destroyed) {
        request.sentBytes += chunk.length;
        if (!response.write(chunk)) break;
      }
    };
    response.on('drain', pump);
    pump();
  },
  /** One byte at a time, for ever: no idle time-out ever fires. */
  drip:
    (intervalMs = 10): Behaviour =>
    (response, request) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => {
        request.sentBytes += 1;
        response.write(' ');
      }, intervalMs);
      response.on('close', () => clearInterval(timer));
    },
  /** Headers and half a body, then the connection breaks. */
  reset: (): Behaviour => (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"id":', () => response.socket?.resetAndDestroy());
  },
  resetAtOnce: (): Behaviour => (response) => {
    response.socket?.resetAndDestroy();
  },
  hang: (): Behaviour => () => undefined,
};

/** With a list, each request meets the next behaviour, and the last one stays. */
export async function createScriptedServer(
  script: Behaviour | readonly Behaviour[],
): Promise<ScriptedServer> {
  const behaviours = typeof script === 'function' ? [script] : script;
  const requests: RecordedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request: RecordedRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString()),
      sentBytes: 0,
      isClosed: false,
    };
    response.on('close', () => {
      request.isClosed = true;
    });
    response.on('error', () => undefined); // the client may leave at any time
    requests.push(request);
    behaviours[Math.min(requests.length, behaviours.length) - 1]?.(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async dispose() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
