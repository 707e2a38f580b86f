import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A scripted server on a loopback port, with faulty behaviours common to all servers. */

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the client may send anything
  body: any;
  /** Bytes of the response written to the socket so far. */
  sentBytes: number;
  /** Whether the connection is closed. */
  isClosed: boolean;
}

export type Behaviour = (response: ServerResponse, request: RecordedRequest) => void;

export interface ScriptedServer {
  /** Base URL to configure, including `/v1`. */
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

/** Factories of faulty behaviours; endless ones are ended by the client or by `dispose`. */
export const misbehave = {
  redirect:
    (location: string): Behaviour =>
    (response) => {
      response.writeHead(307, { location });
      response.end();
    },
  /** Truncated JSON in a complete body. */
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
  /** An endless body, as fast as the client reads. */
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
  /** An endless body, one byte at a time, so that no idle timeout fires. */
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
  /** Sends headers and half a body, then resets the connection. */
  reset: (): Behaviour => (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"id":', () => response.socket?.resetAndDestroy());
  },
  resetAtOnce: (): Behaviour => (response) => {
    response.socket?.resetAndDestroy();
  },
  hang: (): Behaviour => () => undefined,
};

/** With a list, each request gets the next behaviour; the last one repeats. */
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
    response.on('error', () => undefined); // the client may disconnect at any time
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
