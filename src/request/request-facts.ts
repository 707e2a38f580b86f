import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** Doors that are no row of a table of routes: all below them counts as one. */
const DOORS = /^\/(?:graphql|api\/auth|assets)(?=[/?]|$)/;

/** The template that a request was matched with, which holds no id; null for no match. */
export function routeOf({ baseUrl, originalUrl, route }: Request): string | null {
  if (typeof route?.path === 'string') return baseUrl + route.path;
  return DOORS.exec(originalUrl)?.[0] ?? null;
}

/**
 * Whether a browser says that another site's page is asking. Behind a proxy that changes the host,
 * the public address counts as our own too. A request without these headers is no browser's.
 */
export function isForeignOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin, host } = headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin).host;
  return from !== host && from !== new URL(publicUrl).host;
}

/** The caller's address for a request that does not pass through Express, which reads it alike. */
export function addressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxyHops: number,
): string {
  const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const hops = [socket.remoteAddress ?? '', ...told.reverse().map((part) => part.trim())];
  const known = hops.filter((hop, at) => at === 0 || hop !== '');
  return known[Math.min(trustProxyHops, known.length - 1)] ?? '';
}
