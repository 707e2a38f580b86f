import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Statuses for which the Response constructor rejects a body. */
const BODILESS = new Set([204, 205, 304]);

/**
 * A `fetch` for one JSON request. The built-in `fetch` has no connect timeout and follows redirects.
 * This one times out connecting (DNS, TCP and TLS together) after `connectTimeoutMs` and returns a
 * redirect as it is, so a key is never sent to another host.
 */
export function createHttpClient(connectTimeoutMs: number): typeof globalThis.fetch {
  return (input, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const isSecure = url.protocol === 'https:';
      const headers = {
        'accept-encoding': 'identity',
        ...Object.fromEntries(new Headers(init.headers)),
      };
      const request = (isSecure ? requestHttps : requestHttp)(url, {
        method: init.method ?? 'GET',
        headers,
        // Answers take seconds: keep-alive would save little, and a reused connection may be stale.
        agent: false,
        ...(init.signal ? { signal: init.signal } : {}),
      });
      const dial = setTimeout(() => {
        const late = new Error(`no connection within ${connectTimeoutMs} ms`);
        request.destroy(Object.assign(late, { code: 'ETIMEDOUT' }));
      }, connectTimeoutMs);

      request.on('socket', (socket) => {
        socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(dial));
      });
      request.on('close', () => clearTimeout(dial));
      request.on('error', reject);
      request.on('response', (incoming) => {
        const status = incoming.statusCode ?? 0;
        const isBodiless = BODILESS.has(status);
        try {
          // Readable.toWeb reports stream errors; this handler only prevents an unhandled rejection.
          finished(incoming).catch(() => undefined);
          const body = isBodiless ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
          if (isBodiless) incoming.resume();
          resolve(new Response(body, { status, headers: toHeaders(incoming.headersDistinct) }));
        } catch (error) {
          // The Response constructor rejects this status.
          request.destroy();
          reject(error);
        }
      });
      request.end(init.body ?? undefined);
    });
}

const toHeaders = (distinct: NodeJS.Dict<string[]>): Headers =>
  new Headers(
    Object.entries(distinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
