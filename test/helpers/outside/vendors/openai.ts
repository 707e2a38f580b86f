import { OUTPUT_LIMIT, type VendorScript } from './vendor-script.js';

/** OpenAI's Responses: reasoning, searches and the message are items in one list. */

const response = (output: object[], top: object = {}) => ({
  id: 'resp_67ccd2bed1ec8190b14f964abc054267',
  object: 'response',
  created_at: 1_767_323_045,
  status: 'completed',
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  model: 'gpt-6.2-sol-2026-11-17',
  output,
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: 'low', summary: null },
  store: false,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [{ type: 'web_search', search_context_size: 'medium', user_location: null }],
  truncation: 'disabled',
  usage: {
    input_tokens: 1_000,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 200,
    output_tokens_details: { reasoning_tokens: 50 },
    total_tokens: 1_200,
  },
  metadata: {},
  ...top,
});

const reasoning = { id: 'rs_1', type: 'reasoning', summary: [] };
const message = (content: object[], status = 'completed') => ({
  id: 'msg_1',
  type: 'message',
  status,
  role: 'assistant',
  content,
});
const outputText = (text: string, annotations: object[] = []) => ({
  type: 'output_text',
  annotations,
  logprobs: [],
  text,
});
const error = (message: string, type: string, code: string | null) => ({
  error: { message, type, param: null, code },
});

export const openai: VendorScript = {
  platform: 'chatgpt',
  path: '/responses',
  keyHeader: (key) => ({ authorization: `Bearer ${key}` }),
  asked: {
    model: 'gpt-6.2-sol',
    max_output_tokens: OUTPUT_LIMIT,
    reasoning: { effort: 'low' },
    tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'DE' } }],
  },
  answer: ({ text, links, queries }) =>
    response([
      reasoning,
      {
        id: 'ws_1',
        type: 'web_search_call',
        status: 'completed',
        action: { type: 'search', query: queries[0], queries },
      },
      {
        id: 'ws_2',
        type: 'web_search_call',
        status: 'completed',
        action: { type: 'open_page', url: links[0]?.url },
      },
      message([
        outputText(
          text,
          // One annotation per position: the first source is cited at two.
          [...links, ...links.slice(0, 1)].map(({ url, title }, index) => ({
            type: 'url_citation',
            start_index: index,
            end_index: index + 4,
            url,
            title,
          })),
        ),
      ]),
    ]),
  askedForData: (schema) => ({
    max_output_tokens: OUTPUT_LIMIT,
    text: { format: { type: 'json_schema', strict: true, name: 'response', schema } },
    store: false,
  }),
  data: (words) =>
    response([reasoning, message([outputText(words)])], {
      text: { format: { type: 'json_schema', name: 'response', strict: true } },
      tools: [],
    }),
  ping: {
    path: '/v1/models',
    answer: {
      object: 'list',
      data: [{ id: 'gpt-6.2-sol', object: 'model', created: 1_767_323_045, owned_by: 'openai' }],
    },
  },
  refusal: () =>
    response([reasoning, message([{ type: 'refusal', refusal: 'I can’t help with that.' }])]),
  empty: () => response([reasoning, message([outputText('')])]),
  truncated: (text) =>
    response([reasoning, message([outputText(text)], 'incomplete')], {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    }),
  wrongKey: (key) => ({
    status: 401,
    body: error(
      `Incorrect API key provided: ${key}. You can find your API key at https://platform.openai.com.`,
      'invalid_request_error',
      'invalid_api_key',
    ),
  }),
  tooMany: () => error('Rate limit reached', 'requests', 'rate_limit_exceeded'),
  broken: () => error('The server had an error', 'server_error', null),
  model: 'gpt-6.2-sol-2026-11-17',
  tokensUsed: 1_200,
  // 1,000 × $2 and 200 × $10 per million, and one search.
  costUsd: 0.014,
  dataCostUsd: 0.004,
  citationCapable: true,
  tellsQueries: true,
  cite: (link) => link,
};
