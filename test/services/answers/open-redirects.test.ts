import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createUrlReader } from '../../../src/net/read-url.js';
import { openRedirects } from '../../../src/services/answers/open-redirects.js';

const never = new AbortController().signal;
const opaque = (token: string) =>
  `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${token}`;

test('a vendor’s own redirect is asked once for its page; all else stays as it is', async () => {
  const asked: string[] = [];
  const targets: Record<string, string | null> = {
    [opaque('page')]: 'https://acme.com/a',
    [opaque('nowhere')]: null,
    [opaque('script')]: 'javascript:alert(1)',
    [opaque('again')]: opaque('page'),
  };
  const locateUrl = async (url: string) => {
    asked.push(url);
    if (!(url in targets)) throw new Error('no answer in time');
    return targets[url] ?? null;
  };
  const urls = ['page', 'nowhere', 'script', 'again', 'late', 'page'].map(opaque);
  const sources = [...urls, 'https://b.com/x'].map((url, n) => ({ url, title: `${n}` }));
  expect(await openRedirects({ locateUrl }, sources, never)).toEqual(
    sources.map((source) =>
      source.url === opaque('page') ? { ...source, url: 'https://acme.com/a' } : source,
    ),
  );
  expect(asked).toEqual([...new Set(urls)]);
});

let server: Server;
let origin: string;
let host: string;
const asked: string[] = [];
beforeEach(async () => {
  server = createServer(({ method, url = '/' }, response) => {
    asked.push(`${method} ${url}`);
    if (url === '/silent') return;
    response.writeHead(url === '/here' ? 200 : 302, {
      location: url === '/b' ? '/c' : 'https://acme.com/a',
    });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = `http://${host}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('where an address leads is asked for without a body, for three seconds, of public addresses alone', async () => {
  const resolveHost = async () => ['10.1.2.3'];
  const reader = createUrlReader({ allowedHosts: [host], resolveHost });
  const guarded = createUrlReader({ allowedHosts: [], resolveHost });
  try {
    expect(await reader.locate(`${origin}/a`, never)).toBe('https://acme.com/a');
    expect(await reader.locate(`${origin}/b`, never)).toBe(`${origin}/c`);
    expect(await reader.locate(`${origin}/here`, never)).toBeNull();
    expect(asked).toEqual(['HEAD /a', 'HEAD /b', 'HEAD /here']);
    await expect(guarded.locate(`${origin}/a`, never)).rejects.toThrow(/not public/);
    await expect(guarded.locate('http://inner.example/', never)).rejects.toThrow(/not public/);
    const startedMs = performance.now();
    await expect(reader.locate(`${origin}/silent`, never)).rejects.toThrow();
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  } finally {
    await Promise.all([reader.dispose(), guarded.dispose()]);
  }
});
