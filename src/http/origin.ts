import type { IncomingHttpHeaders } from 'node:http';

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
