import { OUTPUT_LIMIT, type VendorScript } from './vendor-script.js';

/** xAI's Responses: like OpenAI's, but with mark numbers as link titles and with the cost. */

const response = (output: object[], top: object = {}) => ({
  id: '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
  object: 'response',
  created_at: 1_767_323_045,
  status: 'completed',
  incomplete_details: null,
  model: 'grok-4.7',
  output,
  parallel_tool_calls: true,
  previous_response_id: null,
  store: false,
  tool_choice: 'auto',
  tools: [{ type: 'web_search' }],
  usage: {
    input_tokens: 700,
    input_tokens_details: { cached_tokens: 100 },
    output_tokens: 100,
    output_tokens_details: { reasoning_tokens: 60 },
    total_tokens: 800,
    num_sources_used: 2,
    num_server_side_tools_used: 2,
    cost_in_usd_ticks: 112_500_000,
  },
  ...top,
});

const message = (content: object[], status = 'completed') => ({
  id: 'msg_9b1deb4d',
  type: 'message',
  role: 'assistant',
  status,
  content,
});
const outputText = (text: string, annotations: object[] = []) => ({
  type: 'output_text',
  text,
  logprobs: [],
  annotations,
});
const error = (code: string, words: string) => ({ code, error: words });

export const xai: VendorScript = {
  platform: 'grok',
  path: '/responses',
  keyHeader: (key) => ({ authorization: `Bearer ${key}` }),
  asked: {
    model: 'grok-4.7',
    max_output_tokens: OUTPUT_LIMIT,
    reasoning: { effort: 'low' },
    tools: [{ type: 'web_search' }],
  },
  answer: ({ text, links, queries }) =>
    response([
      {
        id: 'rs_9b1deb4d',
        type: 'reasoning',
        status: 'completed',
        summary: [{ type: 'summary_text', text: 'Let me look.' }],
      },
      ...queries.map((query, index) => ({
        id: `ws_${index}`,
        type: 'web_search_call',
        status: 'completed',
        action: { type: 'search', query, sources: links.map(({ url }) => ({ type: 'url', url })) },
      })),
      message([
        outputText(text, [
          ...links.map(({ url }, index) => ({
            ...{ type: 'url_citation', url, title: String(index + 1) },
            ...{ start_index: index, end_index: index + 4 },
          })),
          // Only visited: the annotation has no position in the text.
          { type: 'url_citation', url: 'https://unread.example/' },
        ]),
      ]),
    ]),
  askedForData: (schema) => ({
    max_output_tokens: OUTPUT_LIMIT,
    text: { format: { type: 'json_schema', strict: true, name: 'response', schema } },
    store: false,
    temperature: 0,
  }),
  data: (words) => response([message([outputText(words)])], { tools: [] }),
  ping: {
    path: '/v1/models',
    answer: {
      object: 'list',
      data: [{ id: 'grok-4.7', object: 'model', created: 1_767_323_045, owned_by: 'xai' }],
    },
  },
  refusal: () => response([message([{ type: 'refusal', refusal: 'I can’t help with that.' }])]),
  empty: () => response([message([outputText('')])]),
  truncated: (text) =>
    response([message([outputText(text)], 'incomplete')], {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    }),
  wrongKey: (key) => ({
    status: 400,
    body: error('Client specified an invalid argument', `Incorrect API key provided: ${key}.`),
  }),
  tooMany: () => error('Some resource has been exhausted', 'Too many requests for team'),
  broken: () => error('Internal error', 'Service temporarily unavailable'),
  model: 'grok-4.7',
  tokensUsed: 800,
  costUsd: 0.01125,
  dataCostUsd: 0.01125,
  citationCapable: true,
  tellsQueries: true,
  cite: ({ url }) => ({ url, title: null }),
};
