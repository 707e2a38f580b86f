import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { createSandboxEngine } from '../../src/engines/sandbox/sandbox.js';
import { behave } from '../helpers/outside/openai-server.js';
import { VENDORS } from '../helpers/outside/vendors/index.js';
import { misbehave, reply } from '../helpers/outside/vendors/transport.js';
import { behavioursOf } from '../helpers/outside/vendors/vendor-script.js';
import { until } from '../helpers/run/until.js';
import { never, question } from './question.js';
import { failureOf, KEY, servers, start } from './scripted-engine.js';
import { startVendor } from './scripted-vendor.js';

const soon = () => AbortSignal.timeout(150);

describe.each(VENDORS.map((vendor) => [vendor.platform, vendor] as const))('%s', (_, vendor) => {
  const behaviours = behavioursOf(vendor, KEY);

  test('is there, asked once with its key for no answer', async () => {
    const { engine, server } = await startVendor(vendor, behaviours.ping);
    await engine.ping(never);
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'GET', path: vendor.ping.path, body: null });
    expect(request!.headers).toMatchObject(vendor.keyHeader(KEY));
  });

  test.each([
    ['500', 'UNAVAILABLE'],
    ['503 in HTML', 'UNAVAILABLE'],
    ['reset at once', 'UNAVAILABLE'],
    ['hang', 'TIMEOUT'],
  ] as const)('%s is %s, at once and not tried again', async (name, code) => {
    const { engine, server } = await startVendor(vendor, behaviours[name]);
    // Only what never answers is waited for; the rest must not depend on how busy the machine is.
    const signal = name === 'hang' ? soon() : never;
    expect((await failureOf(engine.ping(signal))).code).toBe(code);
    expect(server.requests).toHaveLength(1);
  });

  test('refuses a wrong key, and it is not told', async () => {
    const { engine } = await startVendor(vendor, behaviours['wrong key']);
    const failure = await failureOf(engine.ping(never));
    expect(failure.code).toBe('UNAUTHORIZED');
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain(KEY);
  });

  test.each([
    ['HTML', 'MALFORMED'],
    ['429', 'RATE_LIMITED'],
  ] as const)('%s is %s', async (name, code) => {
    const { engine } = await startVendor(vendor, behaviours[name]);
    expect((await failureOf(engine.ping(never))).code).toBe(code);
  });
});

test('an endless list is left unread', async () => {
  const { engine, server } = await start(misbehave.endless());
  await engine.ping(never);
  await until(() => server.requests[0]!.isClosed, 30_000);
  expect(server.requests[0]!.sentBytes).toBeLessThan(8 * 1024 * 1024);
});

test('endless words of a failure are not read to their end', async () => {
  const { engine, server } = await start((response, request) => {
    response.statusCode = 500;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const pump = (): void => {
      while (!response.destroyed && response.write(chunk)) request.sentBytes += chunk.length;
    };
    response.on('drain', pump);
    pump();
  });
  expect((await failureOf(engine.ping(never))).code).toBe('UNAVAILABLE');
  expect(server.requests[0]!.sentBytes).toBeLessThan(8 * 1024 * 1024);
});

test('nobody listens', async () => {
  const { engine, server } = await start(behave.answer());
  await server.dispose();
  servers.splice(0);
  expect((await failureOf(engine.ping(never))).code).toBe('UNAVAILABLE');
});

test('a path that is gone is down', async () => {
  for (const vendor of VENDORS) {
    const { engine } = await startVendor(vendor, misbehave.html(404));
    expect((await failureOf(engine.ping(never))).message).toContain('_BASE_URL');
  }
});

test('a key that a call was refused for is down, also where what is asked for is open to all', async () => {
  const [vendor] = VENDORS;
  const behaviours = behavioursOf(vendor!, KEY);
  const script = [behaviours['wrong key'], behaviours.ping, behaviours.good, behaviours.ping];
  const { engine } = await startVendor(vendor!, script);
  await failureOf(engine.ask(question, never));
  expect((await failureOf(engine.ping(never))).code).toBe('UNAUTHORIZED');
  await engine.ask(question, never);
  await engine.ping(never);
});

describe('a server without a list of models', () => {
  const behaviours = {
    'wrong key': behave.unauthorized(),
    HTML: misbehave.html(200),
    '429 for an hour': behave.rateLimited('3600'),
    good: behave.answer(),
    hang: misbehave.hang(),
  };
  const missing = misbehave.html(404);

  test.each([
    ['wrong key', 'UNAUTHORIZED'],
    ['HTML', 'MALFORMED'],
    ['429 for an hour', 'RATE_LIMITED'],
  ] as const)('is as well as its last call: %s', async (name, code) => {
    const { engine } = await start([behaviours[name], missing]);
    await failureOf(engine.ask(question, never));
    expect((await failureOf(engine.ping(never))).code).toBe(code);
  });

  test('is well again when a call went well', async () => {
    const script = [behaviours.HTML, behaviours.good, missing];
    const { engine } = await start(script);
    await failureOf(engine.ask(question, never));
    await engine.ask(question, never);
    await engine.ping(never);
  });

  test('is not blamed for a call that was withdrawn', async () => {
    const { engine } = await start([behaviours.hang, missing]);
    const end = new AbortController();
    setTimeout(() => end.abort(), 20);
    expect((await failureOf(engine.ask(question, end.signal))).code).toBe('ABORTED');
    await engine.ping(never);
  });

  test('is no worse for it', async () => {
    const { engine } = await start(reply(404, { detail: 'Not Found' }));
    await engine.ping(never);
  });
});

test('the sandbox is there, unless it was told to fail', async () => {
  await createSandboxEngine('grok').ping(never);
  const failing = createSandboxEngine('grok', { failures: { grok: 'TIMEOUT' } });
  expect((await failureOf(failing.ping(never))).code).toBe('TIMEOUT');
});
