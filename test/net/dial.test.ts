import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDialer, type Dialer } from '../../src/net/dial.js';
import { answer, createReceiver, type Receiver } from '../helpers/outside/receiver.js';
import { settledBytes } from '../helpers/run/memory.js';

const never = new AbortController().signal;
const HEADERS = { 'content-type': 'application/json' };
const BODY = '{"event":"x","eventId":"y"}';

let receiver: Receiver;
let dialer: Dialer;
beforeAll(async () => {
  receiver = await createReceiver(answer.status(200), { other: true });
  dialer = createDialer({
    allowedHosts: [receiver.place],
    resolveHost: async () => [],
    totalMs: 1_500,
  });
});
afterAll(async () => {
  await dialer.dispose();
  await receiver.dispose();
});

type Answering = (res: ServerResponse) => void;

/** As fast as it is read, announced as of a length or of none. */
const endless = (res: ServerResponse, length?: string): void => {
  if (length !== undefined) res.setHeader('content-length', length);
  res.flushHeaders();
  const chunk = 'x'.repeat(65_536);
  const pour = () => {
    while (!res.destroyed && res.write(chunk));
  };
  res.on('drain', pour);
  pour();
};
const drip: Answering = (res) => {
  const timer = setInterval(() => res.write('x'), 50);
  res.on('close', () => clearInterval(timer));
};
const cut =
  (text: string): Answering =>
  (res) => {
    res.setHeader('content-length', 100).flushHeaders();
    if (text !== '') res.write(text);
    setTimeout(() => res.socket?.resetAndDestroy(), 50);
  };

const post = (url = receiver.url) => dialer.post(url, HEADERS, BODY, never);

describe('what a receiver may do', () => {
  test.each([200, 201, 204, 299])('%i is taken', async (code) => {
    receiver.behave(answer.status(code));
    expect(await post()).toMatchObject({ statusCode: code, error: null });
  });

  test.each([400, 401, 404, 410, 429, 500, 503])('%i is a failure', async (code) => {
    receiver.behave(answer.status(code));
    expect(await post()).toMatchObject({
      statusCode: code,
      error: `it answered ${code}`,
      responseBody: `answer ${code}`,
    });
  });

  test.each([301, 302, 303, 307, 308])('%i is not followed', async (code) => {
    const other = await createReceiver(answer.status(200), { other: true });
    receiver.behave(answer.status(code, { location: other.url }));
    expect(await post()).toMatchObject({
      statusCode: code,
      error: `it answered ${code}; redirects are not followed`,
    });
    expect(other.received).toEqual([]);
    await other.dispose();
  });

  test('no status in time is a failure, and so is a connection that ends before one', async () => {
    const nothing = { statusCode: null, responseBody: null, responseTruncated: false };
    receiver.behave(answer.never);
    expect(await post()).toMatchObject({ ...nothing, error: 'no response within 1.5 s' });
    receiver.behave((res) => void res.writeProcessing());
    expect(await post()).toMatchObject({ ...nothing, error: 'no response within 1.5 s' });
    receiver.behave(answer.reset);
    expect(await post()).toMatchObject({
      ...nothing,
      error: expect.stringMatching(/reset|closed/),
    });
  });

  const bomb = gzipSync(Buffer.alloc(4_000_000));
  const chunked = { 'transfer-encoding': 'chunked' };
  test.each<[string, Answering, text: RegExp, truncated: boolean]>([
    ['of 16 KiB', (res) => void res.end('x'.repeat(16_384)), /^x{16384}$/, false],
    ['of 16 KiB and a byte', (res) => void res.end('x'.repeat(16_385)), /^x{16384}$/, true],
    ['of a megabyte', (res) => void res.end('é'.repeat(500_000)), /^é{8192}$/, true],
    ['that is announced as endless', (res) => endless(res, '9'.repeat(15)), /^x{16384}$/, true],
    ['without an end', (res) => endless(res), /^x{16384}$/, true],
    ['that drips', drip, /^x+$/, true],
    ['that never begins', (res) => void res.flushHeaders(), /^$/, true],
    ['that is reset at once', cut(''), /^$/, true],
    ['that is reset in the middle', cut('half'), /^half$/, true],
    [
      'that is packed',
      (res) => void res.setHeader('content-encoding', 'gzip').end(bomb),
      /./s,
      false,
    ],
    [
      'with trailers',
      (res) => {
        res.writeHead(res.statusCode, { ...chunked, trailer: 'x-end' });
        res.addTrailers({ 'x-end': 'y'.repeat(9_000) });
        res.end('told');
      },
      /^told$/,
      false,
    ],
  ])('the status decides before a body %s', async (_name, respond, text, responseTruncated) => {
    for (const [statusCode, error] of [
      [200, null],
      [500, 'it answered 500'],
    ] as const) {
      receiver.behave((res) => {
        res.statusCode = statusCode;
        respond(res);
      });
      const outcome = await post();
      expect(outcome).toMatchObject({ statusCode, error, responseTruncated });
      expect(outcome?.responseBody).toMatch(text);
    }
  });

  test('a 204 counts, whatever comes after it', async () => {
    receiver.behave(
      (res) =>
        void res.socket?.write(`HTTP/1.1 204 No Content\r\n\r\n${'x'.repeat(100_000)}`, () =>
          res.socket?.resetAndDestroy(),
        ),
    );
    expect(await post()).toMatchObject({ statusCode: 204, error: null });
    receiver.behave(answer.status(200));
    expect(await post()).toMatchObject({ statusCode: 200, error: null });
  });

  test('memory stays flat under responses without an end', async () => {
    receiver.behave(answer.endless);
    const patient = createDialer({ allowedHosts: [receiver.place], resolveHost: async () => [] });
    const pourOut = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        const posts = Array.from({ length: 25 }, () =>
          patient.post(receiver.url, HEADERS, BODY, never),
        );
        for (const outcome of await Promise.all(posts))
          expect(outcome).toMatchObject({ error: null, responseTruncated: true });
      }
    };
    await pourOut(2);
    const before = await settledBytes();
    await pourOut(8);
    expect((await settledBytes()) - before).toBeLessThan(2_000_000);
    await patient.dispose();
  });

  test('zero characters and broken UTF-8 come as text that can be stored', async () => {
    receiver.behave((res) => void res.end(Buffer.from([0x61, 0, 0xff, 0x62])));
    expect(await post()).toMatchObject({ error: null, responseBody: 'a\uFFFD\uFFFDb' });
  });

  test('nobody there is a failure', async () => {
    const gone = await createReceiver(answer.status(200), { other: true });
    await gone.dispose();
    const other = createDialer({ allowedHosts: [gone.place], resolveHost: async () => [] });
    expect(await other.post(gone.url, HEADERS, BODY, never)).toMatchObject({
      statusCode: null,
      error: 'the connection was refused',
    });
    await other.dispose();
  });

  test('what is broken off by us counts for nothing', async () => {
    receiver.behave(answer.never);
    const stop = new AbortController();
    const posted = dialer.post(receiver.url, HEADERS, BODY, stop.signal);
    setTimeout(() => stop.abort(), 50);
    expect(await posted).toBeNull();
    expect(await dialer.post(receiver.url, HEADERS, BODY, AbortSignal.abort())).toBeNull();
  });
});

describe('what is dialled', () => {
  let server: Server;
  let port: number;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    server = createServer((socket) => void sockets.push(socket)).listen(0, '::');
    await new Promise((resolve) => server.once('listening', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  async function dial(host: string, ...answers: string[][]) {
    let asked = 0;
    const guarded = createDialer({
      allowedHosts: [],
      connectMs: 300,
      resolveHost: async () => {
        asked += 1;
        return answers[Math.min(asked, answers.length) - 1] ?? [];
      },
    });
    const url = `https://${host}:${port}/hook`;
    const outcomes = [];
    for (let i = 0; i < Math.max(answers.length, 1); i += 1)
      outcomes.push((await guarded.post(url, HEADERS, BODY, never))?.error);
    await guarded.dispose();
    return { outcomes, asked };
  }
  const refused = 'the host resolves to an address that is not public';

  test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '0', '169.254.169.254'])(
    'never %s',
    async (host) => {
      const { outcomes, asked } = await dial(host);
      expect(outcomes).toEqual([refused]);
      expect(asked).toBe(0);
      expect(sockets).toEqual([]);
    },
  );

  test.each(['127.0.0.1', '::1', '10.0.0.1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fe80::1'])(
    'never a name that leads to %s',
    async (address) => {
      expect((await dial('rebind.example', [address])).outcomes).toEqual([refused]);
      expect((await dial('rebind.example', ['8.8.8.8', address])).outcomes).toEqual([refused]);
      expect(sockets).toEqual([]);
    },
  );

  test('never a name that leads elsewhere the second time', async () => {
    const { outcomes, asked } = await dial('rebind.example', ['192.0.1.1'], ['127.0.0.1']);
    // The first address is nobody's, but it was dialled.
    expect(outcomes).toEqual([
      expect.stringMatching(
        /^(no connection within 0.3 s|the host cannot be reached|the connection was refused|the request failed)/,
      ),
      refused,
    ]);
    expect(asked).toBe(2);
    expect(sockets).toEqual([]);
  });

  test('a name that leads nowhere is told', async () => {
    expect((await dial('nowhere.example', [])).outcomes).toEqual(['the host cannot be resolved']);
  });
});
