import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** Path prefixes without a route template; all requests below one count together. */
const DOORS = /^\/(?:graphql|api\/auth|assets)(?=[/?]|$)/;

/** Route template of a request, without ids; null if no route matched. */
export function routeOf({ baseUrl, originalUrl, route }: Request): string | null {
  if (typeof route?.path === 'string') return baseUrl + route.path;
  return DOORS.exec(originalUrl)?.[0] ?? null;
}

/**
 * Whether a browser reports that the request comes from another site's page. The public URL also counts as
 * same-origin, for proxies that change the Host header. Requests without these headers do not come from a browser.
 */
export function isForeignOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin, host } = headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin).host;
  return from !== host && from !== new URL(publicUrl).host;
}

/** The client's address for a request that bypasses Express; same rules as Express's `trust proxy`. */
export function addressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxyHops: number,
): string {
  const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const hops = [socket.remoteAddress ?? '', ...told.reverse().map((part) => part.trim())];
  const known = hops.filter((hop, at) => at === 0 || hop !== '');
  return known[Math.min(trustProxyHops, known.length - 1)] ?? '';
}
