import { type GenerateTextResult, generateText, type ToolSet } from 'ai';
import { withinLimit } from './abort.js';
import { boundFetch } from './bounded-fetch.js';
import { type Engine, type EngineAnswer, EngineError, type Question } from './engine.js';
import { createExchange } from './exchange.js';
import { toLocaleHint } from './locale-hint.js';
import { createGate, DEFAULT_MANNERS, type Manners } from './manners.js';
import { listPriceUsd } from './prices.js';
import { createRetryBudget, DEFAULT_RETRY, type RetryPolicy, withRetries } from './retry.js';
import type { Endpoint } from './settings.js';
import type { Reading, Vendor } from './vendor.js';
import { toEngineError } from './vendor-failure.js';
import { createWire } from './wire.js';

// The SDK's warnings would go to the console, past the log; those that matter are errors here.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const MAX_BODY_BYTES = 1024 * 1024;

/** What is the same for every engine of a process; each has a default. */
export interface Limits {
  /** The longest one attempt may take, 90,000 unless given. */
  attemptTimeoutMs?: number | undefined;
  /** For the connection of an attempt, 2,000 unless given. */
  connectTimeoutMs?: number | undefined;
  retry?: RetryPolicy | undefined;
  manners?: Manners | undefined;
  /** Takes the place of the connection itself; `connectTimeoutMs` is then its own affair. */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface VendorEngineOptions extends Limits {
  platform: string;
  endpoint: Endpoint;
  citationCapable: boolean;
  webSearch: boolean;
  vendor: Vendor;
}

type Result = Pick<
  GenerateTextResult<ToolSet, never, never>,
  'content' | 'finishReason' | 'usage' | 'response'
>;

/** Local reasoning models put their thoughts in front of the answer. */
const withoutThoughts = (text: string): string =>
  text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/u, '');

/** Parts that follow each other are one text; what stood before a search is a paragraph of its own. */
function joinText(content: Result['content']): string {
  let text = '';
  let isBroken = false;
  for (const part of content) {
    if (part.type === 'text') {
      text += isBroken && text !== '' ? `\n\n${part.text}` : part.text;
      isBroken = false;
    } else if (part.type !== 'source') isBroken = true;
  }
  return withoutThoughts(text);
}

function toAnswer(
  platform: string,
  vendor: Vendor,
  reading: Reading,
  { content, finishReason, usage, response }: Result,
): EngineAnswer {
  if (reading.isRefusal || finishReason === 'content-filter') throw toRefused(platform);
  if (finishReason === 'error') {
    throw new EngineError('UNAVAILABLE', `${platform}: the server broke the answer off`);
  }
  const text = joinText(content);
  if (text.trim() === '') throw new EngineError('EMPTY', `${platform}: the answer was empty`);
  const model = reading.model ?? response.modelId;
  const listPrice = vendor.hasListPrices ? listPriceUsd(model, usage, reading.searches) : null;
  return {
    text,
    citations: reading.citations,
    searchQueries: reading.searchQueries,
    model,
    tokensUsed: usage.totalTokens ?? 0,
    costUsd: reading.costUsd ?? listPrice,
    truncated: reading.isTruncated || finishReason === 'length',
  };
}

const toRefused = (platform: string): EngineError =>
  new EngineError('REFUSED', `${platform}: the question was refused`);

/** An engine behind a server that speaks the vendor's dialect, with every limit and manner. */
export function createVendorEngine(options: VendorEngineOptions): Engine {
  const { platform, endpoint, citationCapable, webSearch, vendor } = options;
  const { attemptTimeoutMs = 90_000, connectTimeoutMs = 2_000, retry = DEFAULT_RETRY } = options;
  const caller = { platform, apiKey: endpoint.apiKey };
  const budget = createRetryBudget();
  const gate = createGate(platform, options.manners ?? DEFAULT_MANNERS);
  const fetchBounded = boundFetch(
    options.fetch ?? createWire(connectTimeoutMs),
    MAX_BODY_BYTES,
    () => new EngineError('TOO_LARGE', `${platform}: the answer was longer than 1 MiB`),
  );

  async function attempt(question: Question, signal: AbortSignal): Promise<EngineAnswer> {
    const exchange = createExchange(fetchBounded, caller, () => asking.tools !== undefined);
    const connection = {
      ...endpoint,
      platform,
      apiKey: endpoint.apiKey ?? '',
      fetch: exchange.fetch,
    };
    const asking = vendor.prepare(connection, question);
    const instructions = toLocaleHint(question.country, question.language);
    try {
      const result = await generateText({
        ...asking,
        ...(instructions === undefined ? {} : { instructions }),
        prompt: question.promptText,
        maxRetries: 0,
        abortSignal: signal,
      });
      return toAnswer(platform, vendor, vendor.read(exchange.body()), result);
    } catch (error) {
      const body = exchange.body();
      const hasAnswered = body !== undefined;
      // A refusal may be written in a form that the SDK takes for a mistake.
      const isRefusal = hasAnswered && vendor.read(body).isRefusal;
      throw isRefusal ? toRefused(platform) : toEngineError(error, caller, hasAnswered);
    }
  }

  return {
    platform,
    sandbox: false,
    citationCapable,
    webSearch,
    ask: (question, signal) =>
      gate(signal, () =>
        withRetries(
          () =>
            withinLimit(platform, signal, attemptTimeoutMs, (inner) => attempt(question, inner)),
          { platform, signal, policy: retry, budget },
        ),
      ),
  };
}
