import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig, PLATFORM_IDS, SETTING_NAMES } from '../../src/config/config.js';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('nothing set is a whole configuration', () => {
  expect(loadConfig({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:4000',
    dataDir: resolve('.data'),
    databaseUrl: undefined,
    secretKey: undefined,
    signup: 'open',
    role: 'all',
    corsOrigins: [],
    logFormat: 'json',
    logLevel: 'info',
    introspection: true,
    sandboxMode: 'auto',
    sandbox: { latencyMs: 20, rates: {} },
  });
});

test('an empty value is as good as none, for every setting', () => {
  for (const empty of ['', '  ']) {
    const env = Object.fromEntries(SETTING_NAMES.map((name) => [name, empty]));
    expect(loadConfig(env)).toEqual(loadConfig({}));
  }
});

describe('faults', () => {
  const wrong: Record<string, string> = {
    PORT: '65536',
    PUBLIC_URL: 'ftp://x',
    DATABASE_URL: 'mysql://root@db/x',
    SECRET_KEY: 'short',
    TRUST_PROXY: '1.5',
    SIGNUP: 'maybe',
    SMTP_URL: 'mail.example.com',
    CORS_ORIGINS: 'https://good.example.com, bad, worse',
    ROLE: 'boss',
    LOG_FORMAT: 'xml',
    LOG_LEVEL: 'loud',
    GRAPHQL_INTROSPECTION: 'yes',
    WORKER_CONCURRENCY: 'many',
    PLATFORM_CONCURRENCY: '0',
    SANDBOX: 'on',
    SANDBOX_LATENCY_MS: '-1',
    SANDBOX_RATES: 'chatgpt=2',
    CHATGPT_BASE_URL: 'localhost:11434',
    GROK_API: 'soap',
    GROK_CONCURRENCY: '101',
    RETENTION_DAYS: '-1',
    JUDGE_PLATFORM: 'oracle',
  };

  test('are told all at once, each once and with its name', () => {
    const names = faultsOf(wrong).map((fault) => fault.split(':')[0]);
    expect(names.sort()).toEqual(Object.keys(wrong).sort());
  });

  test('say what would be right', () => {
    expect(faultsOf({ PORT: '65536', LOG_LEVEL: 'loud', SECRET_KEY: 'short' })).toEqual([
      'PORT: must be a whole number from 0 to 65535',
      'SECRET_KEY: must have at least 32 characters',
      'LOG_LEVEL: must be one of trace, debug, info, warn, error, silent',
    ]);
  });

  test('stand in the message one below the other', () => {
    expect(() => loadConfig({ PORT: 'x', ROLE: 'y' })).toThrow(
      /:\n {2}- PORT: .*\n {2}- ROLE: .*$/,
    );
  });

  test('show no value, which may be a secret', () => {
    const secret = 'hunter2hunter2';
    const env = {
      SECRET_KEY: secret,
      DATABASE_URL: secret,
      SMTP_URL: secret,
      CLAUDE_BASE_URL: secret,
    };
    expect(faultsOf(env)).toHaveLength(4);
    expect(faultsOf(env).join()).not.toContain(secret);
  });

  test('an owner of the database is one beside a login', () => {
    const DATABASE_OWNER_URL = 'postgres://owner@db/x';
    expect(faultsOf({ DATABASE_OWNER_URL })).toEqual([
      'DATABASE_OWNER_URL: requires DATABASE_URL, with a login that owns no objects',
    ]);
    const config = loadConfig({ DATABASE_OWNER_URL, DATABASE_URL: 'postgres://app@db/x' });
    expect(config.databaseOwnerUrl).toBe(DATABASE_OWNER_URL);
  });

  test('a judge must be there', () => {
    expect(faultsOf({ JUDGE_PLATFORM: 'claude', CHATGPT_API_KEY: 'k' })).toEqual([
      'JUDGE_PLATFORM: claude has neither an API key nor a base URL',
    ]);
    const env = { JUDGE_PLATFORM: 'claude', CLAUDE_API_KEY: 'k' };
    expect(loadConfig(env).judgePlatform).toBe('claude');
  });

  test('of platforms are among them', () => {
    expect(faultsOf({ LLAMA_API_KEY: 'key', ROLE: 'boss' })).toEqual([
      'ROLE: must be one of all, web, worker',
      'LLAMA_BASE_URL must be set: Llama has no endpoint of its own',
    ]);
    expect(faultsOf({ LLAMA_API_KEY: 'key', GROK_API: 'soap', CLAUDE_BASE_URL: 'x' })).toEqual([
      'CLAUDE_BASE_URL: must be an http or https URL',
      'GROK_API: must be one of native, openai',
      'LLAMA_BASE_URL must be set: Llama has no endpoint of its own',
    ]);
  });

  test.each(['1e3', '0x10', ' ', '-0', '+1', '4000.0', 'NaN'])('%j is no whole number', (text) => {
    expect(faultsOf({ PORT: text })).toHaveLength(text.trim() === '' ? 0 : 1);
  });

  test.each(['-1', '1e3', 'Infinity', '0x10', '1,000', '1000001', '12.'])(
    '%j is no amount of dollars',
    (text) => {
      expect(faultsOf({ DAILY_ENGINE_USD: text })).toEqual([
        'DAILY_ENGINE_USD: must be a number from 0 to 1000000',
      ]);
    },
  );
});

test.each([
  ['0', 0],
  ['12.50', 12.5],
])('%s is an amount of dollars', (text, usd) => {
  expect(loadConfig({ DAILY_ENGINE_USD: text }).dailyEngine.usd).toBe(usd);
});

test('each platform has its five settings', () => {
  for (const id of PLATFORM_IDS) {
    const name = id.toUpperCase();
    const { platforms } = loadConfig({
      [`${name}_API_KEY`]: ' key ',
      [`${name}_MODEL`]: 'model',
      [`${name}_BASE_URL`]: 'http://127.0.0.1:11434/v1',
      [`${name}_API`]: 'openai',
      [`${name}_CONCURRENCY`]: '7',
    });
    expect(platforms[id]).toEqual({
      apiKey: 'key',
      model: 'model',
      baseUrl: 'http://127.0.0.1:11434/v1',
      api: 'openai',
      concurrency: 7,
    });
    for (const other of PLATFORM_IDS.filter((each) => each !== id)) {
      expect(platforms[other]).toEqual({ api: 'native', concurrency: 20 });
    }
  }
});

test('lists and rates are taken apart', () => {
  const config = loadConfig({
    CORS_ORIGINS: ' https://a.example.com, ,https://b.example.com ',
    SANDBOX_RATES: 'chatgpt=0.4, gemini=1',
  });
  expect(config.corsOrigins).toEqual(['https://a.example.com', 'https://b.example.com']);
  expect(config.sandbox.rates).toEqual({ chatgpt: 0.4, gemini: 1 });
});

test.each([
  [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:4000'],
  [{ HOST: '::' }, 'http://127.0.0.1:4000'],
  [{ HOST: '::1', PORT: '80' }, 'http://[::1]:80'],
  [{ HOST: 'scope.local' }, 'http://scope.local:4000'],
  [{ PUBLIC_URL: 'https://scope.example.com/' }, 'https://scope.example.com'],
])('%j is reached at %s', (env, url) => {
  expect(loadConfig(env).publicUrl).toBe(url);
});

test('a terminal gets readable logs unless it is told otherwise', () => {
  expect(loadConfig({}, true).logFormat).toBe('pretty');
  expect(loadConfig({ LOG_FORMAT: 'json' }, true).logFormat).toBe('json');
});

test('nothing in it can be changed', () => {
  const isFrozen = (value: unknown): boolean =>
    !(value instanceof Object) || (Object.isFrozen(value) && Object.values(value).every(isFrozen));
  expect(
    isFrozen(loadConfig({ SANDBOX_RATES: 'claude=0.5', CORS_ORIGINS: 'https://a.example.com' })),
  ).toBe(true);
});
