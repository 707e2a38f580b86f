import { OUTPUT_LIMIT, type VendorScript } from './vendor-script.js';

/** Perplexity's chat completions: sources beside the answer, and what it cost. */

const completion = (content: string, finishReason: string, top: object = {}) => ({
  id: '1b2c3d4e-0000-4000-8000-000000000000',
  model: 'sonar',
  created: 1_767_323_045,
  usage: {
    prompt_tokens: 10,
    completion_tokens: 290,
    total_tokens: 300,
    search_context_size: 'low',
    cost: {
      input_tokens_cost: 0.00001,
      output_tokens_cost: 0.00029,
      request_cost: 0.005,
      total_cost: 0.0053,
    },
  },
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      finish_reason: finishReason,
      message: { role: 'assistant', content },
      delta: { role: 'assistant', content: '' },
    },
  ],
  ...top,
});

const error = (code: number, message: string, type: string) => ({ error: { code, message, type } });

export const perplexity: VendorScript = {
  platform: 'perplexity',
  path: '/chat/completions',
  keyHeader: (key) => ({ authorization: `Bearer ${key}` }),
  asked: {
    max_tokens: OUTPUT_LIMIT,
    web_search_options: { user_location: { country: 'DE' } },
  },
  answer: ({ text, links }) =>
    completion(text, 'stop', {
      citations: links.map(({ url }) => url),
      search_results: links.map(({ url, title }) => ({
        title,
        url,
        date: '2026-01-01',
        last_updated: '2026-01-02',
        snippet: '…',
        source: 'web',
      })),
    }),
  askedForData: (schema) => ({
    max_tokens: OUTPUT_LIMIT,
    response_format: { type: 'json_schema', json_schema: { schema } },
    disable_search: true,
    temperature: 0,
  }),
  data: (words) => completion(words, 'stop'),
  models: null,
  // Its own pages name no refusal but the words of the answer; this is how its dialect marks one.
  refusal: () => completion('', 'content_filter'),
  empty: () => completion('', 'stop'),
  truncated: (text) => completion(text, 'length'),
  wrongKey: (key) => ({ status: 401, body: error(401, `Invalid API key ${key}`, 'invalid_key') }),
  tooMany: () => error(429, 'Request rate limit exceeded', 'rate_limit'),
  broken: () => error(500, 'Internal error', 'internal_error'),
  model: 'sonar',
  tokensUsed: 300,
  costUsd: 0.0053,
  dataCostUsd: 0.0053,
  citationCapable: true,
  tellsQueries: false,
  cite: (link) => link,
};
