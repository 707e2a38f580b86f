import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import { addressOf } from '../../src/request/request-facts.js';

/** What each way reads, for every number of proxies that are trusted. */
const HOPS = [0, 1, 2, 3];
const app = express();
const server = createServer((req, res) => app(req, res));
app.use((req, res) => {
  const byExpress = HOPS.map((hops) => {
    app.set('trust proxy', hops);
    return req.ip;
  });
  res.json({ byExpress, own: HOPS.map((hops) => addressOf(req as IncomingMessage, hops)) });
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const read = async (forwarded: string | null) => {
  const { port } = server.address() as AddressInfo;
  const headers: Record<string, string> =
    forwarded === null ? {} : { 'x-forwarded-for': forwarded };
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers });
  return (await response.json()) as { byExpress: string[]; own: string[] };
};

test.each([null, '198.51.100.1', '2001:db8::1, 198.51.100.1', '1.1.1.1,2.2.2.2 , 3.3.3.3,4.4.4.4'])(
  'only as many proxies are believed as are trusted: %j',
  async (forwarded) => {
    const { byExpress, own } = await read(forwarded);
    expect(own).toEqual(byExpress);
    expect(own[0]).toBe('127.0.0.1');
  },
);

test('who stands behind two proxies is the one that the outer proxy saw', async () => {
  const { own } = await read('6.6.6.6, 198.51.100.1, 10.0.0.1');
  expect(own[2]).toBe('198.51.100.1');
});
