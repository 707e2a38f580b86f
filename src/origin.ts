import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says that another site's page is asking. With a cookie such a request is
 * refused before the session is read. A request without these headers is no browser's.
 */
export function isForeignOrigin(headers: IncomingHttpHeaders): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
