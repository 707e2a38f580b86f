import { generateText } from 'ai';
import { withinLimit } from '../abort.js';
import { type Compose, type Engine, EngineError } from '../engine.js';
import type { EngineObserver } from '../observer.js';
import { mostUsd } from '../prices.js';
import { createResiliencePolicy, DEFAULT_RESILIENCE, type Resilience } from '../resilience.js';
import type { Endpoint } from '../settings.js';
import type { Spending } from '../spending.js';
import { boundFetch } from './bounded-fetch.js';
import { createHttpClient } from './http-client.js';
import { createPing } from './ping.js';
import { createRetryBudget, DEFAULT_RETRY, type RetryPolicy, withRetries } from './retry.js';
import { createSingleShotFetch } from './single-shot-fetch.js';
import type { Connection, Vendor, VendorReading } from './vendor.js';
import { createLastFailure, toEngineError } from './vendor-failure.js';
import {
  type Call,
  createComposer,
  type Result,
  toAnswer,
  toRefused,
  toSpentUsd,
} from './vendor-result.js';

const nameOf = (type: 'region' | 'language', code: string): string | undefined => {
  try {
    return new Intl.DisplayNames('en', { type }).of(code);
  } catch {
    return undefined; // unknown code: no hint
  }
};

/** Instructions with the asker's country and any language but English; undefined if there is neither. */
function toLocaleHint(country: string | null, language: string | null): string | undefined {
  const place = country ? nameOf('region', country.toUpperCase()) : undefined;
  const tongue =
    language && language.toLowerCase() !== 'en' ? nameOf('language', language) : undefined;
  const hints = [
    ...(place === undefined ? [] : [`The person asking is in ${place}.`]),
    ...(tongue === undefined ? [] : [`Answer in ${tongue}.`]),
  ];
  return hints.length === 0 ? undefined : hints.join(' ');
}

// The SDK writes warnings to the console instead of the log; the relevant ones are errors here.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const MAX_BODY_BYTES = 1024 * 1024;

/** Limit for every call, including reasoning; several times what an answer or an assignment needs. */
const MAX_OUTPUT_TOKENS = 8_192;

/** Settings shared by all engines of a process; all are optional. */
export interface VendorLimits {
  /** Maximum duration of one attempt; default 90,000. */
  attemptTimeoutMs?: number | undefined;
  /** Maximum time to connect, per attempt; default 2,000. */
  connectTimeoutMs?: number | undefined;
  retry?: RetryPolicy | undefined;
  resilience?: Resilience | undefined;
  observer?: EngineObserver | undefined;
  /** Counts calls against the daily budget; without it, calls are not counted. */
  spending?: Spending | undefined;
  /** Replaces the HTTP client; `connectTimeoutMs` is then ignored. */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface VendorEngineOptions extends VendorLimits {
  platform: string;
  endpoint: Endpoint;
  citationCapable: boolean;
  webSearch: boolean;
  /** Whether the engine can compose, that is answer without web search. */
  composes: boolean;
  vendor: Vendor;
}

/** An engine for a server that uses the vendor's dialect, with retries, time limits and budget. */
export function createVendorEngine(options: VendorEngineOptions): Engine {
  const { platform, endpoint, citationCapable, webSearch, composes, vendor } = options;
  const { attemptTimeoutMs = 90_000, connectTimeoutMs = 2_000, retry = DEFAULT_RETRY } = options;
  const { spending } = options;
  const caller = { platform, apiKey: endpoint.apiKey };
  const pricedModel = vendor.hasListPrices ? endpoint.model : null;
  const budget = createRetryBudget(retry);
  const policy = createResiliencePolicy(
    platform,
    options.resilience ?? DEFAULT_RESILIENCE,
    options.observer,
  );
  const lastFailure = createLastFailure();
  const httpClient = options.fetch ?? createHttpClient(connectTimeoutMs);
  const fetchBounded = boundFetch(
    httpClient,
    MAX_BODY_BYTES,
    () => new EngineError('TOO_LARGE', `${platform}: the answer was longer than 1 MiB`),
  );

  async function attempt<T>(
    toCall: (connection: Connection) => Call,
    read: (result: Result, reading: VendorReading) => T,
    signal: AbortSignal,
  ): Promise<T> {
    const hasTools = () => call.tools !== undefined;
    const reserve = async (bytes: number) =>
      spending?.reserve(
        platform,
        mostUsd(pricedModel, { bytes, outputTokens: MAX_OUTPUT_TOKENS, searches: webSearch }),
      );
    const exchange = createSingleShotFetch(
      fetchBounded,
      caller,
      hasTools,
      reserve,
      vendor.toReadable,
    );
    const connection = {
      ...endpoint,
      platform,
      apiKey: endpoint.apiKey ?? '',
      fetch: exchange.fetch,
    };
    const call = toCall(connection);
    try {
      const result = await generateText({
        ...call,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        maxRetries: 0,
        abortSignal: signal,
      });
      const reading = vendor.read(exchange.body());
      exchange.settle(toSpentUsd(vendor, reading, result, webSearch));
      return read(result, reading);
    } catch (error) {
      const body = exchange.body();
      const hasAnswered = body !== undefined;
      // The SDK may report a refusal as a parse error.
      const isRefusal = hasAnswered && vendor.read(body).isRefusal;
      throw isRefusal ? toRefused(platform) : toEngineError(error, caller, hasAnswered);
    }
  }

  const send = <T>(
    toCall: (connection: Connection) => Call,
    read: (result: Result, reading: VendorReading) => T,
    signal: AbortSignal,
  ): Promise<T> =>
    lastFailure.of(
      policy(signal, () =>
        withRetries(
          () =>
            withinLimit(platform, signal, attemptTimeoutMs, (inner) =>
              attempt(toCall, read, inner),
            ),
          { platform, signal, policy: retry, budget },
        ),
      ),
    );

  const compose: Compose = async (assignment, signal) => {
    const { toCall, read } = createComposer(platform, vendor, assignment);
    return send(toCall, read, signal);
  };

  return {
    platform,
    sandbox: false,
    citationCapable,
    webSearch,
    ping: createPing({
      platform,
      endpoint,
      vendor,
      fetch: httpClient,
      lastFailure: lastFailure.get,
    }),
    compose: composes ? compose : null,
    ask: (question, signal) => {
      const hint = toLocaleHint(question.country, question.language);
      return send(
        (connection) => {
          const asking = vendor.prepare(connection, question);
          const told = [asking.instructions, hint].filter(Boolean).join(' ');
          return {
            ...asking,
            ...(told !== '' && { instructions: told }),
            prompt: question.promptText,
          };
        },
        (result, reading) => toAnswer(platform, vendor, reading, result),
        signal,
      );
    },
  };
}
