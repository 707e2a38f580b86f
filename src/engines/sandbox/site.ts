import type { Subject } from '../engine.js';

/** Origin of the brand's website; null if it has no valid http or https address. */
export function ownedSite(subject: Subject): string | null {
  const written = subject.website?.trim() ?? '';
  if (written === '') return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//iu.test(written) ? written : `https://${written}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // "mailto:me@acme.com" parses as a user name and a host.
  return /^https?:$/u.test(url.protocol) && url.username === '' ? url.origin : null;
}
