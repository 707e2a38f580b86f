import type { LanguageModelUsage } from 'ai';

/** The day on which the vendors' price pages said this; later prices are not known here. */
export const PRICES_AS_OF = '2026-11-20';

interface Price {
  /** US dollars for a million tokens. */
  input: number;
  /** Of input that the vendor had read before; as `input` where it is not given. */
  cachedInput?: number;
  output: number;
  /** US dollars for one search. */
  search: number;
}

const OPENAI_SEARCH = 0.01;
const ANTHROPIC_SEARCH = 0.01;
const GOOGLE_SEARCH = 0.014;

/** Standard rates, no batch, no priority. DeepSeek's are those of its peak hours; others are half. */
const PRICES: Readonly<Record<string, Price>> = {
  'gpt-6-astra': { input: 10, cachedInput: 1, output: 50, search: OPENAI_SEARCH },
  'gpt-6-sol': { input: 2, cachedInput: 0.2, output: 10, search: OPENAI_SEARCH },
  'gpt-6-luna': { input: 0.1, cachedInput: 0.01, output: 0.5, search: OPENAI_SEARCH },
  'claude-opus-5-5': { input: 4, cachedInput: 0.2, output: 20, search: ANTHROPIC_SEARCH },
  'claude-sonnet-5-5': { input: 2, cachedInput: 0.2, output: 10, search: ANTHROPIC_SEARCH },
  'claude-sonnet-5': { input: 2, cachedInput: 0.2, output: 10, search: ANTHROPIC_SEARCH },
  'gemini-4-hydrogen': { input: 1.5, output: 7.5, search: GOOGLE_SEARCH },
  'deepseek-flash': { input: 0.3, cachedInput: 0.006, output: 1.2, search: 0 },
  'deepseek-v4-pro': { input: 1.32, cachedInput: 0.044, output: 3.96, search: 0 },
};

/** Some vendors charge more per token from here on. */
const MAX_INPUT_TOKENS = 200_000;

/** A dated snapshot costs what its model costs. */
const withoutDate = (model: string): string => model.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8})$/u, '');

/** What an answer costs by the list, or null where that cannot be said. */
export function listPriceUsd(
  model: string,
  usage: Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens' | 'inputTokenDetails'>,
  searches: number,
): number | null {
  const name = withoutDate(model);
  const price = Object.hasOwn(PRICES, name) ? PRICES[name] : undefined;
  const { inputTokens, outputTokens } = usage;
  if (price === undefined || inputTokens === undefined || outputTokens === undefined) return null;
  if (inputTokens > MAX_INPUT_TOKENS) return null;
  const cached = usage.inputTokenDetails.cacheReadTokens ?? 0;
  const tokensUsd =
    (inputTokens - cached) * price.input +
    cached * (price.cachedInput ?? price.input) +
    outputTokens * price.output;
  return tokensUsd / 1_000_000 + searches * price.search;
}
