import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { createUrlReader } from '../../../src/net/read-url.js';
import { createReader } from '../../../src/reading/reader.js';
import { readSite } from '../../../src/services/site/read-site.js';
import { quiet } from '../../helpers/app.js';

/** A site on this machine, which only an allow-list opens. */

type Page = (response: ServerResponse) => void;
let pages: Record<string, Page>;
let asked: string[];
let server: Server;
let origin: string;
let reader: ReturnType<typeof createUrlReader>;
const never = new AbortController().signal;

const html =
  (...links: string[]): Page =>
  (response) =>
    void response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(links.map((link) => `<a href="${link}">more</a>`).join(' '));
const text =
  (body: string, status = 200): Page =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
const redirect =
  (location: string): Page =>
  (response) =>
    void response.writeHead(302, { location }).end();

beforeEach(async () => {
  pages = { '/': html('/about') };
  asked = [];
  server = createServer(({ url = '/', headers }, response) => {
    asked.push(url);
    expect(headers['user-agent']).toBe('AnswerscopeBot/1.0');
    (pages[url] ?? text('nothing', 404))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  reader = createUrlReader({
    allowedHosts: [`127.0.0.1:${port}`, `localhost:${port}`],
    resolveHost: async () => ['10.1.2.3'],
  });
});
afterEach(async () => {
  await reader.dispose();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const texts = createReader();
afterAll(() => texts.dispose());
const deps = () => ({ readUrl: reader.read, reader: texts, log: quiet });

const read = (signal = never) =>
  readSite(deps(), { name: 'Acme', aliases: [], website: `${origin}/`, ownedDomains: [] }, signal);
const paths = (found: Awaited<ReturnType<typeof read>>) =>
  found?.map(({ url }) => new URL(url).pathname);

test('nothing but a public address is dialled, whatever a name leads to', async () => {
  const guarded = createUrlReader({ allowedHosts: [], resolveHost: async () => ['10.1.2.3'] });
  try {
    for (const url of [
      `${origin}/`,
      'http://[::1]/',
      'http://169.254.169.254/',
      'http://shop.test/',
    ])
      await expect(guarded.read(url, never)).rejects.toThrow('an address that is not public');
    expect(asked).toEqual([]);
  } finally {
    await guarded.dispose();
  }
});

test('of a long page the first MiB is read, and one without an end is left', async () => {
  pages['/long'] = (response) => void response.end('x'.repeat(3_000_000));
  expect((await reader.read(`${origin}/long`, never)).text).toHaveLength(1_048_576);
  pages['/endless'] = (response) => void response.write('x');
  await expect(reader.read(`${origin}/endless`, AbortSignal.timeout(100))).rejects.toThrow();
});

test('pages that tell who stands behind a site come first, and twenty are enough', async () => {
  const posts = Array.from({ length: 30 }, (_, at) => `/post/${at}`);
  for (const path of posts) pages[path] = html('/');
  pages['/'] = html(...posts, '/about', '/contact', '/legal/privacy', '/terms', '/returns');
  for (const path of ['/about', '/contact', '/legal/privacy', '/terms', '/returns'])
    pages[path] = html();
  const found = await read();
  expect(found).toHaveLength(20);
  expect(paths(found)?.slice(0, 7)).toEqual([
    '/',
    '/about',
    '/contact',
    '/legal/privacy',
    '/terms',
    '/returns',
    '/post/0',
  ]);
  expect(asked[0]).toBe('/robots.txt');
});

test('what robots are asked to leave is left', async () => {
  pages['/robots.txt'] = text(
    'User-agent: *\nDisallow: /\n\nUser-agent: AnswerscopeBot\nDisallow: /secret\n',
  );
  pages['/'] = html('/secret/plan', '/about');
  pages['/about'] = html();
  pages['/secret/plan'] = html();
  expect(paths(await read())).toEqual(['/', '/about']);
  expect(asked).not.toContain('/secret/plan');
});

test('a site that wants no robots shows none of its pages', async () => {
  pages['/robots.txt'] = text('User-agent: *\nDisallow: /\n');
  expect(await read()).toEqual([]);
  pages['/robots.txt'] = text('down', 503);
  expect(await read()).toEqual([]);
  expect(asked).toEqual(['/robots.txt', '/robots.txt']);
});

test('a robots.txt of thousands of patterns is heeded', async () => {
  const rules = [...Array(9_000).fill('Disallow: /*a*a*a*a*a*z'), 'Disallow: /secret'];
  pages['/robots.txt'] = text(`User-agent: *\n${rules.join('\n')}\n`);
  const long = `/${'a'.repeat(1_900)}`;
  pages['/'] = html('/secret', long);
  pages[long] = html();
  expect(paths(await read())).toEqual(['/']);
  expect(asked).toEqual(['/robots.txt', '/']);
});

test('no redirect leads to another domain, and none goes on for ever', async () => {
  const elsewhere = origin.replace('127.0.0.1', 'localhost');
  pages['/'] = html('/away', '/round', '/moved', `${elsewhere}/linked`);
  pages['/away'] = redirect(`${elsewhere}/landed`);
  pages['/round'] = redirect('/round');
  pages['/moved'] = redirect('/about');
  pages['/about'] = html();
  expect(paths(await read())).toEqual(['/', '/about']);
  expect(asked).not.toContain('/landed');
  expect(asked).not.toContain('/linked');
  expect(asked.filter((path) => path === '/round')).toHaveLength(4);
});

test('documents and errors are no pages, and a page is read once under all its addresses', async () => {
  pages['/'] = html(
    '/a.pdf',
    '/gone',
    '/about?utm_source=x',
    '/about',
    '/about#top',
    'mailto:a@b.c',
  );
  pages['/a.pdf'] = (response) => void response.setHeader('content-type', 'application/pdf').end();
  pages['/about?utm_source=x'] = html();
  pages['/about'] = html();
  expect(await read()).toHaveLength(2);
});

test('a site that does not answer says nothing', async () => {
  await new Promise((resolve) => {
    server.closeAllConnections();
    server.close(resolve);
  });
  // Its rules cannot be read either, which is no word against robots.
  expect(await read()).toBeNull();
  expect(
    await readSite(deps(), { name: 'Acme', aliases: [], website: null, ownedDomains: [] }, never),
  ).toBeNull();
});
