import { Agent, request } from 'undici';
import { ROBOT } from '../domain/authority/robots.js';
import { createGuard } from './guard.js';
import type { ResolveHost } from './resolve-host.js';

/** The part of a response that was read. */
export interface UrlResponse {
  status: number;
  /** The Location header as sent; null without one. Redirects are not followed. */
  location: string | null;
  /** Media type without parameters, in lower case. */
  type: string;
  text: string;
}

/** Reads a URL at a public address. Rejects when there is no response in time. */
export type ReadUrl = (url: string, signal: AbortSignal) => Promise<UrlResponse>;

/** Target of a redirect at a public address, not followed; null without a redirect. Rejects like `ReadUrl`. */
export type LocateUrl = (url: string, signal: AbortSignal) => Promise<string | null>;

const CONNECT_MS = 3_000;
const LOCATE_MS = 3_000;
const PAGE_MS = 10_000;
const PAGE_BYTES = 1_048_576;
const HEADERS = {
  'user-agent': `${ROBOT}/1.0`,
  accept: 'text/html,text/plain;q=0.9,*/*;q=0.1',
  // A small compressed response may be very large when it is decompressed.
  'accept-encoding': 'identity',
};

/** Reads at most PAGE_BYTES: the author and date of a page are near its beginning. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, PAGE_BYTES - bytes));
    bytes += chunk.length;
    if (bytes >= PAGE_BYTES) break;
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array, contentType: string): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const one = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;

export function createUrlReader(options: {
  /** `host:port` entries that may be read at any address. */
  allowedHosts: readonly string[];
  resolveHost: ResolveHost;
}): { read: ReadUrl; locate: LocateUrl; dispose(): Promise<void> } {
  const agent = new Agent({ connect: createGuard({ ...options, connectMs: CONNECT_MS }) });
  return {
    async read(url, signal) {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        headers: HEADERS,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)]),
      });
      const contentType = one(headers['content-type']) ?? '';
      const isPlain = (one(headers['content-encoding']) ?? 'identity') === 'identity';
      const bytes = await readStart(body);
      return {
        status: statusCode,
        location: one(headers.location),
        type: contentType.split(';')[0]?.trim().toLowerCase() ?? '',
        text: isPlain ? decode(bytes, contentType) : '',
      };
    },
    async locate(url, signal) {
      const { statusCode, headers, body } = await request(url, {
        method: 'HEAD',
        dispatcher: agent,
        headers: HEADERS,
        signal: AbortSignal.any([signal, AbortSignal.timeout(LOCATE_MS)]),
      });
      await body.dump();
      const location = one(headers.location);
      const leads = statusCode >= 300 && statusCode < 400 && location !== null;
      return leads && URL.canParse(location, url) ? new URL(location, url).href : null;
    },
    dispose: () => agent.destroy(),
  };
}
