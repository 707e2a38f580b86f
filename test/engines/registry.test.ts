import { describe, expect, test } from '@jest/globals';
import { PLATFORMS } from '../../src/engines/platforms.js';
import { createEngines, type EnginesOptions } from '../../src/engines/registry.js';
import { platformFaults, type SettingsByPlatform } from '../../src/engines/settings.js';
import { behave, createOpenAiServer } from '../helpers/outside/openai-server.js';
import { ASSIGNMENT } from '../helpers/outside/vendors/vendor-script.js';
import { until } from '../helpers/run/until.js';
import { never, question, spending } from './question.js';

const SIX = ['chatgpt', 'gemini', 'perplexity', 'claude', 'grok', 'deepseek'];
const LOCAL = 'http://127.0.0.1:11434/v1';

const build = (
  platforms: SettingsByPlatform,
  sandboxMode: EnginesOptions['sandboxMode'] = 'auto',
) => createEngines({ platforms, sandboxMode, sandbox: { latencyMs: 0, rates: {} }, spending });

test('the table holds twelve platforms, the six supported ones first', () => {
  expect(PLATFORMS.map(({ id }) => id)).toEqual([
    ...SIX,
    'copilot',
    'mistral',
    'qwen',
    'kimi',
    'doubao',
    'llama',
  ]);
  expect(PLATFORMS.filter(({ stage }) => stage === 'supported').map(({ id }) => id)).toEqual(SIX);
});

test('each platform has a name of its own, which is not its id', () => {
  const names = PLATFORMS.map(({ name }) => name);
  expect(new Set(names).size).toBe(PLATFORMS.length);
  expect(PLATFORMS.filter(({ id, name }) => name === id)).toEqual([]);
});

const native = { api: 'native' } as const;
const openai = { api: 'openai' } as const;
const rules: [string, SettingsByPlatform, 'auto' | 'off', string[], boolean][] = [
  ['nothing is set, auto', {}, 'auto', SIX, true],
  ['nothing is set, off', {}, 'off', [], false],
  ['only models are set', { grok: { ...native, model: 'm' } }, 'auto', SIX, true],
  ['empty strings are set', { grok: { ...native, apiKey: '', baseUrl: '' } }, 'auto', SIX, true],
  ['one key ends the sandbox', { grok: { ...native, apiKey: 'k' } }, 'auto', ['grok'], false],
  ['one key, off', { grok: { ...native, apiKey: 'k' } }, 'off', ['grok'], false],
  [
    'a base URL without a key',
    { claude: { ...openai, baseUrl: LOCAL } },
    'auto',
    ['claude'],
    false,
  ],
  ['native without an adapter', { llama: { ...native, baseUrl: LOCAL } }, 'auto', ['llama'], false],
  [
    'the order is the table’s',
    { deepseek: { ...native, apiKey: 'k' }, chatgpt: { ...native, apiKey: 'k' } },
    'auto',
    ['chatgpt', 'deepseek'],
    false,
  ],
  [
    'a planned platform with an endpoint',
    { llama: { ...openai, baseUrl: LOCAL } },
    'auto',
    ['llama'],
    false,
  ],
  [
    'a planned platform after the others',
    { copilot: { ...openai, baseUrl: LOCAL, apiKey: 'k' }, grok: { ...native, apiKey: 'k' } },
    'off',
    ['grok', 'copilot'],
    false,
  ],
  [
    'a planned platform with a key alone',
    { mistral: { ...native, apiKey: 'k' } },
    'auto',
    SIX,
    true,
  ],
];

test.each(rules)('live: %s', async (_, platforms, sandboxMode, configured, sandbox) => {
  const live = (await build(platforms, sandboxMode)).forEnvironment('live');
  expect(live.configured).toEqual(configured);
  expect(live.sandbox).toBe(sandbox);
  for (const { id } of PLATFORMS) {
    const engine = live.get(id);
    expect(engine?.platform).toBe(configured.includes(id) ? id : undefined);
    if (engine !== undefined) expect(engine.sandbox).toBe(sandbox);
  }
});

test.each(rules)(
  'test callers meet the sandbox on the six: %s',
  async (_, platforms, sandboxMode) => {
    const set = (await build(platforms, sandboxMode)).forEnvironment('test');
    expect([set.configured, set.sandbox]).toEqual([SIX, true]);
    expect(SIX.every((id) => set.get(id)?.sandbox)).toBe(true);
    expect(set.get('llama')).toBeUndefined();
  },
);

describe('the list', () => {
  test('says what answers for each platform', async () => {
    const engines = await build({
      grok: { ...native, apiKey: 'k' },
      llama: { ...openai, baseUrl: LOCAL, model: 'llama3.2' },
    });
    const entries = new Map(engines.list().map((entry) => [entry.platform, entry]));
    expect(entries.size).toBe(12);
    expect(entries.get('grok')).toEqual({
      platform: 'grok',
      name: 'Grok',
      status: 'configured',
      sandbox: false,
      model: 'grok-4.7',
      priced: true,
    });
    expect(entries.get('llama')).toMatchObject({ status: 'configured', model: 'llama3.2' });
    expect(entries.get('chatgpt')).toMatchObject({ status: 'unconfigured', sandbox: false });
    expect(entries.get('kimi')).toMatchObject({ status: 'planned', sandbox: false });
    expect(engines.list('test').find((entry) => entry.platform === 'chatgpt')).toMatchObject({
      status: 'configured',
      sandbox: true,
      model: 'sandbox-1',
    });
  });

  test('marks the sandbox where it stands in', async () => {
    const entries = (await build({})).list();
    expect(entries.filter((entry) => entry.sandbox).map((entry) => entry.platform)).toEqual(SIX);
    expect(entries.every((entry) => entry.sandbox === (entry.status === 'configured'))).toBe(true);
  });
});

test('every fault of the settings is named at once, and no key is shown', async () => {
  const platforms: SettingsByPlatform = {
    bing: { ...native, apiKey: 'k' },
    gemini: { ...openai, baseUrl: 'file:///etc/passwd' },
    copilot: { ...native, apiKey: 'secret-key' },
    grok: { ...native, apiKey: 'secret key\n' },
  };
  expect(platformFaults(platforms)).toEqual([
    expect.stringContaining('bing is not a platform'),
    'GEMINI_BASE_URL must be an http or https address',
    'COPILOT_BASE_URL must be set: Copilot has no default endpoint',
    expect.stringContaining('GROK_API_KEY'),
  ]);
  expect(platformFaults(platforms).join()).not.toMatch(/secret/);
  await expect(build(platforms)).rejects.toThrow(
    /bing.*GEMINI_BASE_URL.*COPILOT_BASE_URL.*GROK_API_KEY/s,
  );
});

test('a configured platform is asked at its own address, with its own key and model', async () => {
  const server = await createOpenAiServer(behave.answer('Globex.'));
  const engines = await build({
    qwen: { ...openai, baseUrl: server.url, apiKey: 'qwen-key', model: 'qwen-x' },
  });
  const engine = engines.forEnvironment('live').get('qwen');
  expect((await engine?.ask(question, never))?.text).toBe('Globex.');
  expect(server.requests[0]).toMatchObject({
    headers: { authorization: 'Bearer qwen-key' },
    body: { model: 'qwen-x' },
  });
  await server.dispose();
});

test('web search is claimed only for the vendor’s own server', async () => {
  const live = (
    await build({
      chatgpt: { ...openai, apiKey: 'k' },
      gemini: { ...openai, baseUrl: LOCAL },
    })
  ).forEnvironment('live');
  expect(['chatgpt', 'gemini'].map((id) => live.get(id)?.webSearch)).toEqual([true, false]);
});

test('a platform with an adapter is asked natively, unless it is told otherwise', async () => {
  const server = await createOpenAiServer(behave.answer());
  const given = { apiKey: 'k', baseUrl: server.url };
  const pathOf = async (platform: string, api: 'native' | 'openai') => {
    const engine = (await build({ [platform]: { ...given, api } }))
      .forEnvironment('live')
      .get(platform);
    await engine?.ask(question, never).catch(() => undefined);
    return server.requests.at(-1)?.path;
  };
  expect(await pathOf('claude', 'native')).toBe('/v1/messages');
  expect(await pathOf('claude', 'openai')).toBe('/v1/chat/completions');
  expect(await pathOf('mistral', 'native')).toBe('/v1/chat/completions');
  await server.dispose();
});

test('native engines search and cite, also through another address', async () => {
  const settings = Object.fromEntries(SIX.map((id) => [id, { ...native, baseUrl: LOCAL }]));
  const live = (await build(settings)).forEnvironment('live');
  const expected = SIX.map(() => true);
  expect(SIX.map((id) => live.get(id)?.webSearch)).toEqual(expected);
  expect(SIX.map((id) => live.get(id)?.citationCapable)).toEqual(expected);
});

test('as many questions are asked at once as the setting says', async () => {
  const server = await createOpenAiServer(behave.hang());
  const engine = (await build({ qwen: { ...openai, baseUrl: server.url, concurrency: 3 } }))
    .forEnvironment('live')
    .get('qwen');
  const leaving = new AbortController();
  const asked = Promise.allSettled(
    Array.from({ length: 50 }, () => engine?.ask(question, leaving.signal)),
  );
  await until(() => server.requests.length === 3, 30_000);
  leaving.abort();
  const codes = (await asked).map((each) => each.status === 'rejected' && each.reason.code);
  expect(server.requests).toHaveLength(3);
  expect(codes.filter((code) => code === 'BUSY')).toHaveLength(7);
  await server.dispose();
});

test('what only the operator can mend is told once for each platform', async () => {
  const server = await createOpenAiServer([behave.unauthorized(), behave.failing(404)]);
  const told: string[] = [];
  const live = (
    await createEngines({
      platforms: { qwen: { ...openai, baseUrl: server.url, apiKey: 'qwen-secret' } },
      sandboxMode: 'auto',
      sandbox: {},
      spending,
      tell: (words) => told.push(words),
    })
  ).forEnvironment('live');
  for (let asked = 0; asked < 4; asked += 1) {
    const engine = live.get('qwen')!;
    const call = asked % 2 === 0 ? engine.ask(question, never) : engine.compose!(ASSIGNMENT, never);
    await call.catch(() => undefined);
  }
  expect(told).toEqual([
    'qwen: the key in QWEN_API_KEY was refused',
    'qwen: the server answered with status 404; check QWEN_BASE_URL and QWEN_MODEL',
  ]);
  await server.dispose();
});
