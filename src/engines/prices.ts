import type { LanguageModelUsage } from 'ai';

/** Day on which the prices were read from the vendors' price pages (docs/engines.md). */
export const PRICES_AS_OF = '2026-11-23';
const PRICES_HOLD_DAYS = 90;
const DAY_MS = 86_400_000;

/** Whether the price table is more than 90 days old, so that prices may have changed. */
export const arePricesOld = (now: Date): boolean =>
  now.getTime() - Date.parse(PRICES_AS_OF) > PRICES_HOLD_DAYS * DAY_MS;

interface Price {
  /** US dollars per million tokens. */
  input: number;
  /** US dollars per million tokens of input that the vendor had cached. */
  cachedInput: number;
  output: number;
  /** US dollars per search. */
  search: number;
}

const OPENAI_SEARCH = 0.01;
const ANTHROPIC_SEARCH = 0.01;
const GOOGLE_SEARCH = 0.014;
const PERPLEXITY_SEARCH = 0.005;
const XAI_SEARCH = 0.005;
const DEEPSEEK_SEARCH = 0.00075;

/** Standard rates, neither batch nor priority. DeepSeek's are peak rates; its off-peak rates are half. */
const PRICES: Readonly<Record<string, Price>> = {
  'gpt-6-astra': { input: 10, cachedInput: 1, output: 50, search: OPENAI_SEARCH },
  'gpt-6.2-sol': { input: 2, cachedInput: 0.1, output: 10, search: OPENAI_SEARCH },
  'gpt-6.1-sol': { input: 2, cachedInput: 0.1, output: 10, search: OPENAI_SEARCH },
  'gpt-6.1-terra': { input: 1, cachedInput: 0.05, output: 5, search: OPENAI_SEARCH },
  'gpt-6-sol': { input: 2, cachedInput: 0.2, output: 10, search: OPENAI_SEARCH },
  'gpt-6-luna': { input: 0.1, cachedInput: 0.01, output: 0.5, search: OPENAI_SEARCH },
  'claude-opus-5-5': { input: 4, cachedInput: 0.2, output: 20, search: ANTHROPIC_SEARCH },
  'claude-sonnet-5-5': { input: 2, cachedInput: 0.2, output: 10, search: ANTHROPIC_SEARCH },
  'claude-sonnet-5': { input: 2, cachedInput: 0.2, output: 10, search: ANTHROPIC_SEARCH },
  'gemini-4-hydrogen': { input: 1.5, cachedInput: 0.075, output: 7.5, search: GOOGLE_SEARCH },
  'perplexity/sonar': { input: 0.25, cachedInput: 0.0625, output: 2.5, search: PERPLEXITY_SEARCH },
  'grok-4.7': { input: 2, cachedInput: 0.5, output: 6, search: XAI_SEARCH },
  'grok-4.6': { input: 2, cachedInput: 0.5, output: 6, search: XAI_SEARCH },
  'grok-4.5': { input: 2, cachedInput: 0.5, output: 6, search: XAI_SEARCH },
  'deepseek-flash': { input: 0.3, cachedInput: 0.006, output: 1.2, search: DEEPSEEK_SEARCH },
  'deepseek-v4-pro': { input: 1.32, cachedInput: 0.044, output: 3.96, search: DEEPSEEK_SEARCH },
};

/** Some vendors charge more per token above this. */
const MAX_INPUT_TOKENS = 200_000;

/** A dated snapshot has the price of its model. */
const withoutDate = (model: string): string => model.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8})$/u, '');

/** The highest prices in the table; used for a model of unknown price. */
const DEAREST: Price = {
  input: Math.max(...Object.values(PRICES).map(({ input }) => input)),
  cachedInput: Math.max(...Object.values(PRICES).map(({ input }) => input)),
  output: Math.max(...Object.values(PRICES).map(({ output }) => output)),
  search: Math.max(...Object.values(PRICES).map(({ search }) => search)),
};

/** Whether the price table has the model. Models without a price can be used too. */
export const isPriced = (model: string): boolean => priceOf(model) !== undefined;

function priceOf(model: string): Price | undefined {
  const name = withoutDate(model);
  return Object.hasOwn(PRICES, name) ? PRICES[name] : undefined;
}

type Usage = Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens' | 'inputTokenDetails'>;

/** List price of an answer in US dollars; null if its price or its tokens are unknown. */
export function listPriceUsd(model: string, usage: Usage, searches: number): number | null {
  const price = priceOf(model);
  if (price === undefined || (usage.inputTokens ?? 0) > MAX_INPUT_TOKENS) return null;
  return usageUsd(price, usage, searches);
}

/** Cost of an answer in US dollars at the highest prices in the table; null if its tokens are unknown. */
export const dearestUsd = (usage: Usage, searches: number): number | null =>
  usageUsd(DEAREST, usage, searches);

/** Upper bounds for one question: input tokens that searches add, and number of searches. */
const SEARCHED_TOKENS = 20_000;
const SEARCHES = 5;

/**
 * Maximum cost of a call in US dollars, before it is made. Tokens are bounded by the number of bytes.
 * `model` is null if the price table does not cover the server's models.
 */
export function mostUsd(
  model: string | null,
  call: { bytes: number; outputTokens: number; searches: boolean },
): number {
  const price = (model === null ? undefined : priceOf(model)) ?? DEAREST;
  const inputTokens = call.bytes + (call.searches ? SEARCHED_TOKENS : 0);
  const tokensUsd = inputTokens * price.input + call.outputTokens * price.output;
  return tokensUsd / 1_000_000 + (call.searches ? SEARCHES * price.search : 0);
}

function usageUsd(price: Price, usage: Usage, searches: number): number | null {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens === undefined || outputTokens === undefined) return null;
  const cached = usage.inputTokenDetails.cacheReadTokens ?? 0;
  const tokensUsd =
    (inputTokens - cached) * price.input + cached * price.cachedInput + outputTokens * price.output;
  return tokensUsd / 1_000_000 + searches * price.search;
}
