import type { IncomingMessage } from 'node:http';

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
