import type { Subject } from '../engine.js';

/** The origin of the brand's own website, or null where it names none that can be linked to. */
export function ownedSite(subject: Subject): string | null {
  const written = subject.website?.trim() ?? '';
  if (written === '') return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//iu.test(written) ? written : `https://${written}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // "mailto:me@acme.com" reads as a user name and a host.
  return /^https?:$/u.test(url.protocol) && url.username === '' ? url.origin : null;
}
