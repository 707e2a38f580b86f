import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { platformById } from '../engines/platforms.js';
import { endpointOf, type PlatformSettings, platformFaults } from '../engines/settings.js';
import {
  allowedHosts,
  amount,
  choice,
  delays,
  headers,
  httpUrl,
  integer,
  list,
  oneOf,
  optional,
  postgresUrl,
  rates,
  share,
  text,
  wholeNumber,
} from './setting-types.js';

/** All settings of the product, read once and frozen. The names are those in `.env.example`. */

export const PLATFORM_IDS = [
  'chatgpt',
  'gemini',
  'perplexity',
  'claude',
  'grok',
  'deepseek',
  'copilot',
  'mistral',
  'qwen',
  'kimi',
  'doubao',
  'llama',
] as const;

export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const platformShape = z.object(
  Object.fromEntries(
    PLATFORM_IDS.flatMap((id) => {
      const name = id.toUpperCase();
      return [
        [`${name}_API_KEY`, text()],
        [`${name}_MODEL`, text()],
        [`${name}_BASE_URL`, httpUrl()],
        [`${name}_API`, choice(['native', 'openai'], 'native')],
        [`${name}_CONCURRENCY`, integer(20, 1, 100)],
      ];
    }),
  ),
);

const shape = z.object({
  PORT: integer(4000, 0, 65_535),
  HOST: z.string().trim().default('127.0.0.1'),
  PUBLIC_URL: httpUrl(),
  KEEP_ALIVE_MS: integer(65_000, 1_000, 3_600_000),
  DATA_DIR: z.string().trim().default('.data'),
  DATABASE_URL: postgresUrl(),
  DATABASE_OWNER_URL: postgresUrl(),
  SECRET_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
  TRUST_PROXY: integer(0, 0, 10),
  SIGNUP: choice(['open', 'invite', 'off'], 'open'),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' })),
  MAIL_FROM: z.string().trim().default('Answerscope <answerscope@localhost>'),
  CURRENT_PATHS_END: optional(
    z.iso.date('must be a day like 2027-06-30').transform((day) => new Date(`${day}T00:00:00Z`)),
  ),
  CORS_ORIGINS: list().pipe(
    z.array(z.url({ protocol: /^https?$/, error: 'must be origins like https://app.example.com' })),
  ),
  APP_ENV: z.string().trim().default('production'),
  REGION: z.string().trim().default('local'),
  BUILD_COMMIT: optional(
    z.string().regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots or dashes'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl(),
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_SERVICE_NAME: z.string().trim().default('answerscope'),
  OTEL_TRACES_SAMPLER_ARG: share,
  ROLE: choice(['all', 'web', 'worker'], 'all'),
  METRICS_PORT: optional(wholeNumber(0, 65_535)),
  METRICS_HOST: z.string().trim().default('127.0.0.1'),
  METRICS_TOKEN: optional(z.string().trim().min(16, 'must have at least 16 characters')),
  LOG_FORMAT: optional(oneOf(['pretty', 'json'])),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
  GRAPHQL_INTROSPECTION: choice(['on', 'off'], 'on'),
  WORKER_CONCURRENCY: integer(16, 1, 100),
  PLATFORM_CONCURRENCY: integer(4, 1, 20),
  RETENTION_DAYS: integer(400, 0, 36_500),
  JUDGE_PLATFORM: optional(oneOf(PLATFORM_IDS)),
  ANONYMOUS_DAILY_CALLS: integer(1_000, 0, 1_000_000_000),
  DAILY_ENGINE_CALLS: integer(20_000, 0, 1_000_000_000),
  DAILY_ENGINE_USD: amount(50, 1_000_000),
  WEBHOOK_ALLOW_HOSTS: allowedHosts,
  WEBHOOK_RETRY_DELAYS: delays,
  WEBHOOK_CONCURRENCY: integer(500, 1, 10_000),
  ROADMAP_WEBHOOKS: choice(['on', 'off'], 'off'),
  SANDBOX: choice(['auto', 'off'], 'auto'),
  SANDBOX_LATENCY_MS: integer(20, 0, 60_000),
  SANDBOX_RATES: rates(PLATFORM_IDS),
});

/** Names of all settings, as `.env.example` lists them. */
export const SETTING_NAMES: readonly string[] = [shape, platformShape].flatMap((part) =>
  Object.keys(part.shape),
);

export type EnvironmentVariables = Record<string, string | undefined>;

const toPlatforms = (values: Record<string, unknown>): Record<string, PlatformSettings> =>
  Object.fromEntries(
    PLATFORM_IDS.map((id) => {
      const setting = <T>(suffix: string) => values[`${id.toUpperCase()}_${suffix}`] as T;
      return [
        id,
        {
          apiKey: setting<string | undefined>('API_KEY'),
          baseUrl: setting<string | undefined>('BASE_URL'),
          model: setting<string | undefined>('MODEL'),
          api: setting<PlatformSettings['api']>('API'),
          concurrency: setting<number | undefined>('CONCURRENCY'),
        },
      ];
    }),
  );

/** Without this check, a judge that is not configured would be silently ignored. */
function judgeFaults(judge: string | undefined, platforms: Record<string, PlatformSettings>) {
  const platform = judge === undefined ? undefined : platformById.get(judge);
  return platform === undefined || endpointOf(platform, platforms[platform.id]) !== null
    ? []
    : [`JUDGE_PLATFORM: ${platform.id} has neither an API key nor a base URL`];
}

/** An empty value, as an env file or a container's manifest may hold, means "not set". */
const dropEmpty = (env: EnvironmentVariables): EnvironmentVariables =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));

function toPublicUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const deepFreeze = <T extends object>(value: T): Readonly<T> => {
  for (const part of Object.values(value)) if (part instanceof Object) deepFreeze(part);
  return Object.freeze(value);
};

/** Throws a ConfigError that lists all faults. It contains no values, because they may be secrets. */
export function loadConfig(env: EnvironmentVariables, terminal = false) {
  const given = dropEmpty(env);
  const parsed = shape.safeParse(given);
  const platforms = platformShape.safeParse(given);
  const issues = [...(parsed.error?.issues ?? []), ...(platforms.error?.issues ?? [])];
  const faults = [
    ...new Set(issues.map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`)),
    // Faults of settings that are already reported as invalid are left out.
    ...platformFaults(toPlatforms(platforms.data ?? given)).filter(
      (fault) => !issues.some(({ path }) => fault.startsWith(`${path[0]?.toString()} `)),
    ),
    ...(given.DATABASE_OWNER_URL !== undefined && given.DATABASE_URL === undefined
      ? ['DATABASE_OWNER_URL: requires DATABASE_URL, with a login that owns no objects']
      : []),
    // If it were ignored, a worker would lack the probes that its operator expects.
    ...(given.WORKER_PORT === undefined ? [] : ['WORKER_PORT: has been renamed to METRICS_PORT']),
    ...judgeFaults(parsed.data?.JUDGE_PLATFORM, toPlatforms(platforms.data ?? given)),
  ];
  if (!parsed.success || !platforms.success || faults.length > 0) throw new ConfigError(faults);
  const value = parsed.data;
  return deepFreeze({
    port: value.PORT,
    host: value.HOST,
    publicUrl: (value.PUBLIC_URL ?? toPublicUrl(value.HOST, value.PORT)).replace(/\/$/, ''),
    /** Milliseconds for which an idle connection stays open. */
    keepAliveMs: value.KEEP_ALIVE_MS,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    /** URL with the login that owns the tables, if the login in `databaseUrl` does not. */
    databaseOwnerUrl: value.DATABASE_OWNER_URL,
    secretKey: value.SECRET_KEY,
    trustProxyHops: value.TRUST_PROXY,
    signup: value.SIGNUP,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    corsOrigins: value.CORS_ORIGINS,
    /** Date on which the paths that v1 replaces are removed; undefined while not decided. */
    currentPathsEnd: value.CURRENT_PATHS_END,
    appEnv: value.APP_ENV,
    region: value.REGION,
    /** Built commit; undefined to use the commit that the build recorded. */
    buildCommit: value.BUILD_COMMIT,
    role: value.ROLE,
    metrics: {
      /** Port of a separate server for metrics and probes; undefined for none. */
      port: value.METRICS_PORT,
      host: value.METRICS_HOST,
      /** Token for `/metrics` on the main port; undefined to not serve it there. */
      token: value.METRICS_TOKEN,
    },
    /** Export of traces, and the share of requests to trace; null for no traces. */
    traces:
      value.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: value.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: value.OTEL_SERVICE_NAME,
            share: value.OTEL_TRACES_SAMPLER_ARG,
          },
    logFormat: value.LOG_FORMAT ?? (terminal ? 'pretty' : 'json'),
    logLevel: value.LOG_LEVEL,
    introspection: value.GRAPHQL_INTROSPECTION === 'on',
    workerConcurrency: value.WORKER_CONCURRENCY,
    /** Prompts that one run asks one platform in parallel. */
    platformConcurrency: value.PLATFORM_CONCURRENCY,
    /** Days for which the text of answers is kept; 0 keeps it for ever. Measures are always kept. */
    retentionDays: value.RETENTION_DAYS,
    /** Platform whose engine judges the sentiment of answers; undefined to use a word list. */
    judgePlatform: value.JUDGE_PLATFORM,
    /** Engine calls per day allowed to all callers without a credential together. */
    anonymousDailyCalls: value.ANONYMOUS_DAILY_CALLS,
    /** Largest number and cost of all live engine calls per UTC day; 0 allows none. */
    dailyEngine: { calls: value.DAILY_ENGINE_CALLS, usd: value.DAILY_ENGINE_USD },
    webhooks: {
      /** `host:port` entries that may be dialled at any address, and by http. */
      allowedHosts: value.WEBHOOK_ALLOW_HOSTS,
      /** Delays before the second attempt and each later one. */
      retryDelaysMs: value.WEBHOOK_RETRY_DELAYS,
      /** Parallel posts of this process. */
      concurrency: value.WEBHOOK_CONCURRENCY,
    },
    /** Whether the planned route POST /api/v1/webhooks is enabled (docs/contract.md, `D2-WEBHOOK-1`). */
    roadmapWebhooks: value.ROADMAP_WEBHOOKS === 'on',
    sandboxMode: value.SANDBOX,
    sandbox: { latencyMs: value.SANDBOX_LATENCY_MS, rates: value.SANDBOX_RATES },
    platforms: toPlatforms(platforms.data),
  });
}

export type Config = ReturnType<typeof loadConfig>;

/** The environment of the process; a `.env` file adds variables that are not set. */
export function readEnvironment(): EnvironmentVariables {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}
