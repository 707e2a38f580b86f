import { speakMessages } from './anthropic.js';
import { OUTPUT_LIMIT, type VendorScript } from './vendor-script.js';

/** DeepSeek's variant of Anthropic's Messages, with web search. */

const { message, text, ...spoken } = speakMessages('deepseek-flash');

const parsed = (words: string): unknown => {
  try {
    return JSON.parse(words);
  } catch {
    return undefined;
  }
};

export const deepseek: VendorScript = {
  ...spoken,
  platform: 'deepseek',
  keyHeader: (key) => ({ 'x-api-key': key }),
  asked: {
    max_tokens: OUTPUT_LIMIT,
    thinking: { type: 'disabled' },
    tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }],
  },
  askedForData: (schema) => ({
    max_tokens: OUTPUT_LIMIT,
    thinking: { type: 'disabled' },
    tools: [{ name: 'json', input_schema: schema }],
    tool_choice: { type: 'any' },
  }),
  // Data is returned as a tool use, everything else as text.
  data: (words) =>
    parsed(words) === undefined
      ? message([text(words)], 'end_turn')
      : message(
          [{ type: 'tool_use', id: 'toolu_01', name: 'json', input: parsed(words) }],
          'tool_use',
        ),
  ping: {
    path: '/user/balance',
    answer: {
      is_available: true,
      balance_infos: [{ currency: 'USD', total_balance: '110.00' }],
    },
  },
  // 500 × $0.30 and 100 × $1.20 per million, and two searches.
  costUsd: 0.00177,
  dataCostUsd: 0.00027,
  citationCapable: true,
  tellsQueries: true,
  cite: (link) => link,
};
