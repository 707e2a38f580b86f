import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';
import { withinLimit } from './abort.js';
import { type AnswerMetadata, readMetadata } from './answer-metadata.js';
import { boundFetch } from './bounded-fetch.js';
import { type Engine, type EngineAnswer, EngineError, type Question } from './engine.js';
import { toLocaleHint } from './locale-hint.js';
import type { Platform } from './platforms.js';
import { createRetryBudget, DEFAULT_RETRY, type RetryPolicy, withRetries } from './retry.js';
import type { Endpoint } from './settings.js';
import { toEngineError, toUnreachable } from './vendor-failure.js';
import { createWire } from './wire.js';

const MAX_BODY_BYTES = 1024 * 1024;
const METADATA_KEY = 'answerscope';

export interface OpenAiCompatibleOptions {
  platform: Platform;
  endpoint: Endpoint;
  /** The longest one attempt may take, 90,000 unless given. */
  attemptTimeoutMs?: number | undefined;
  connectTimeoutMs?: number | undefined;
  retry?: RetryPolicy | undefined;
  /** Takes the place of the connection itself; `connectTimeoutMs` is then its own affair. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** Local reasoning models put their thoughts in front of the answer. */
const withoutThoughts = (text: string): string =>
  text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/u, '');

/** An engine behind any server that speaks OpenAI's chat completions: a vendor's, or a local model's. */
export function createOpenAiCompatibleEngine(options: OpenAiCompatibleOptions): Engine {
  const { attemptTimeoutMs = 90_000, connectTimeoutMs = 2_000, retry = DEFAULT_RETRY } = options;
  const { id: platform, citationCapable, webSearch, baseUrl: vendorUrl } = options.platform;
  const { apiKey, baseUrl, model } = options.endpoint;
  const caller = { platform, apiKey };
  const budget = createRetryBudget();
  const fetchBounded = boundFetch(
    options.fetch ?? createWire(connectTimeoutMs),
    MAX_BODY_BYTES,
    () => new EngineError('TOO_LARGE', `${platform}: the answer was longer than 1 MiB`),
  );
  const provider = createOpenAICompatible({
    name: platform,
    baseURL: baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
    fetch: (...request) =>
      fetchBounded(...request).catch((error: unknown) => {
        throw toUnreachable(error, caller);
      }),
    metadataExtractor: {
      extractMetadata: async ({ parsedBody }) => ({
        [METADATA_KEY]: { ...readMetadata(parsedBody) } as never,
      }),
      createStreamExtractor: () => ({
        processChunk: () => undefined,
        buildMetadata: () => undefined,
      }),
    },
  });

  async function attempt(question: Question, signal: AbortSignal): Promise<EngineAnswer> {
    const instructions = toLocaleHint(question.country, question.language);
    const result = await generateText({
      model: provider.chatModel(model),
      ...(instructions === undefined ? {} : { instructions }),
      prompt: question.promptText,
      maxRetries: 0,
      abortSignal: signal,
    });
    const metadata = result.providerMetadata?.[METADATA_KEY] as unknown as
      | AnswerMetadata
      | undefined;
    if (metadata?.isError) {
      throw new EngineError('MALFORMED', `${platform}: the server reported an error as an answer`);
    }
    if (metadata?.isRefusal)
      throw new EngineError('REFUSED', `${platform}: the question was refused`);
    const text = withoutThoughts(result.text);
    if (text.trim() === '') throw new EngineError('EMPTY', `${platform}: the answer was empty`);
    return {
      text,
      citations: metadata?.citations ?? [],
      searchQueries: [],
      model: result.response.modelId,
      tokensUsed: result.usage.totalTokens ?? 0,
      costUsd: metadata?.costUsd ?? null,
    };
  }

  const timedAttempt = (question: Question, signal: AbortSignal): Promise<EngineAnswer> =>
    withinLimit(platform, signal, attemptTimeoutMs, (inner) =>
      attempt(question, inner).catch((error: unknown) => {
        throw toEngineError(error, caller);
      }),
    );

  return {
    platform,
    sandbox: false,
    citationCapable,
    // Of a server in the vendor's place nobody knows whether it searches.
    webSearch: webSearch && baseUrl === vendorUrl,
    ask: (question, signal) =>
      withRetries(() => timedAttempt(question, signal), {
        platform,
        signal,
        policy: retry,
        budget,
      }),
  };
}
