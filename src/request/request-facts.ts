import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** Paths without a route template: all paths below one of them count together. */
const DOORS = /^\/(?:graphql|api\/auth|assets)(?=[/?]|$)/;

/** Route template of a request, without ids; null if no route matched. */
export function routeOf({ baseUrl, originalUrl, route }: Request): string | null {
  if (typeof route?.path === 'string') return baseUrl + route.path;
  return DOORS.exec(originalUrl)?.[0] ?? null;
}

/**
 * Whether a browser's headers say that a page of another site sent the request. The host of `publicUrl` counts as
 * our own, because a proxy may change the Host header. Requests without these headers do not come from a browser.
 */
export function isForeignOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin, host } = headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin).host;
  return from !== host && from !== new URL(publicUrl).host;
}

/** Address of the caller for a request outside Express, read with the same rule as in Express. */
export function addressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxyHops: number,
): string {
  const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const hops = [socket.remoteAddress ?? '', ...told.reverse().map((part) => part.trim())];
  const known = hops.filter((hop, at) => at === 0 || hop !== '');
  return known[Math.min(trustProxyHops, known.length - 1)] ?? '';
}
