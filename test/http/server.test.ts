import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { loadConfig } from '../../src/config/config.js';
import { createHttpServer, HTTP_LIMITS } from '../../src/http/server.js';

const opened: { server: Server; socket: Socket }[] = [];
afterEach(async () => {
  for (const { server, socket } of opened.splice(0)) {
    socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const KEEP_ALIVE_MS = loadConfig({}).keepAliveMs;

/** The promised limits, 50 times as short. */
const limits = Object.fromEntries(
  Object.entries(HTTP_LIMITS).map(([name, ms]) => [name, ms / 50]),
) as typeof HTTP_LIMITS;

/** A connection to a server with these limits, and all that the server says until it closes it. */
async function open(
  changed: Partial<typeof HTTP_LIMITS>,
  body = 'ok',
  keepAliveMs = KEEP_ALIVE_MS,
) {
  const server = createHttpServer(
    (req, res) => {
      req.resume();
      req.on('end', () => res.end(body));
    },
    keepAliveMs,
    { ...limits, ...changed },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  opened.push({ server, socket });
  await once(socket, 'connect');
  return { socket, accepted: (await accepted)[0] };
}

async function readAll(socket: Socket): Promise<string> {
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return said;
}

/** A limit under test ends the connection although all others are far away. */
const FAR_MS = 600_000;
const FAR = { requestTimeout: FAR_MS, headersTimeout: FAR_MS, timeout: FAR_MS };

test.each([
  ['nothing', [], { headersTimeout: limits.headersTimeout }],
  ['its headers', ['GET / HTTP/1.1\r\n', 'A: b\r\n'], { headersTimeout: limits.headersTimeout }],
  [
    'its body',
    ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n', 'x'],
    { requestTimeout: limits.requestTimeout, headersTimeout: limits.headersTimeout },
  ],
])(
  'a client that sends %s too slowly is told so and cut off',
  async (_what, [first, again], limit) => {
    const { socket, accepted } = await open({ ...FAR, ...limit });
    const startedMs = performance.now();
    if (first !== undefined) socket.write(first);
    const drip = setInterval(() => {
      // A byte that meets a closed connection resets it, and the answer is lost.
      if (again && accepted.writable) socket.write(again);
    }, 20);
    const said = await readAll(socket).finally(() => clearInterval(drip));
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    // Node looks every 30 s unless it is told otherwise.
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  },
);

test('a client that does not read its answer is cut off', async () => {
  const { socket, accepted } = await open(
    { ...FAR, timeout: limits.timeout },
    'x'.repeat(50_000_000),
  );
  socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(accepted, 'close');
  expect(socket.readableEnded).toBe(false);
});

test('a connection stays open for the next request for longer than the 60 s of a proxy', async () => {
  const { socket } = await open({}, 'ok', KEEP_ALIVE_MS);
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(request);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('\r\nKeep-Alive: timeout=65\r\n');
  // All other limits have passed by now, but none of them is about what nobody asks.
  await new Promise((resolve) => setTimeout(resolve, 1.1 * limits.timeout));
  socket.write(request);
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
});

test('an idle connection is closed after KEEP_ALIVE_MS', async () => {
  const { socket } = await open(FAR, 'ok', 1_000);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await readAll(socket)).toContain('\r\nKeep-Alive: timeout=1\r\n');
});
