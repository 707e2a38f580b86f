import { OUTPUT_LIMIT, type VendorScript } from './vendor-script.js';

/** Perplexity's Agent API: search results precede the answer, whose marks refer to the cited ones. */

const response = (output: object[], top: object = {}) => ({
  id: 'resp_0f1e2d3c',
  object: 'response',
  created_at: 1_767_323_045,
  status: 'completed',
  error: null,
  background: false,
  model: 'perplexity/sonar',
  output,
  store: false,
  usage: {
    input_tokens: 100,
    output_tokens: 200,
    total_tokens: 300,
    input_tokens_details: { cached_tokens: 0, cache_creation_input_tokens: 0 },
    tool_calls_details: { search_web: { invocation: 1, cost_usd: 0.005 } },
    cost: {
      ...{ currency: 'USD', input_cost: 0.00002, output_cost: 0.0005, cache_read_cost: 0 },
      ...{ cache_creation_cost: 0, tool_calls_cost: 0.005, total_cost: 0.00552 },
    },
  },
  ...top,
});

const message = (content: object[]) => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content,
});
const outputText = (text: string) => ({ type: 'output_text', annotations: [], text });

const error = (code: number, message: string, type: string) => ({ error: { code, message, type } });
const FIRST_ID = 7;

/** Adds the mark of its source to each sentence. */
const mark = (text: string): string =>
  text
    .split(/(?<=\.) /u)
    .map((sentence, index) => `${sentence}[${FIRST_ID + index}]`)
    .join(' ');

export const perplexity: VendorScript = {
  platform: 'perplexity',
  path: '/responses',
  keyHeader: (key) => ({ authorization: `Bearer ${key}` }),
  asked: {
    model: 'perplexity/sonar',
    max_output_tokens: OUTPUT_LIMIT,
    tools: [{ type: 'web_search' }],
    tool_choice: 'required',
    store: false,
  },
  answer: ({ text, links, queries }) =>
    response([
      {
        type: 'search_results',
        queries,
        results: [...links, { url: 'https://unread.example/', title: 'Not cited' }].map(
          ({ url, title }, index) => ({
            ...{ id: FIRST_ID + index, url, title, snippet: '…', source: 'web' },
            ...{ date: '2026-01-01', last_updated: '2026-01-02' },
          }),
        ),
      },
      message([outputText(mark(text))]),
    ]),
  askedForData: (schema) => ({
    max_output_tokens: OUTPUT_LIMIT,
    text: { format: { type: 'json_schema', schema } },
    temperature: 0,
  }),
  data: (words) => response([message([outputText(words)])]),
  ping: {
    path: '/v1/models',
    answer: { object: 'list', data: [{ id: 'perplexity/sonar', object: 'model' }] },
  },
  refusal: () => response([message([{ type: 'refusal', refusal: 'I cannot help with that.' }])]),
  empty: () => response([message([outputText(' ')])]),
  truncated: (text) =>
    response([message([outputText(text)])], {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    }),
  wrongKey: (key) => ({ status: 401, body: error(401, `Invalid API key ${key}`, 'invalid_key') }),
  tooMany: () => error(429, 'Request rate limit exceeded', 'rate_limit'),
  broken: () => error(500, 'Internal error', 'internal_error'),
  model: 'perplexity/sonar',
  tokensUsed: 300,
  costUsd: 0.00552,
  dataCostUsd: 0.00552,
  citationCapable: true,
  tellsQueries: true,
  write: mark,
  cite: (link) => link,
};
