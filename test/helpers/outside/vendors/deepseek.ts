import { OUTPUT_LIMIT, type VendorScript } from './vendor-script.js';

/** DeepSeek's chat completions: no search, no sources. */

const completion = (content: string, finishReason: string) => ({
  id: '930c60df-bf64-41c9-a88e-3ec75f81e00e',
  object: 'chat.completion',
  created: 1_767_323_045,
  model: 'deepseek-flash',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content },
      logprobs: null,
      finish_reason: finishReason,
    },
  ],
  usage: {
    prompt_tokens: 100,
    completion_tokens: 300,
    total_tokens: 400,
    prompt_tokens_details: { cached_tokens: 0 },
    prompt_cache_hit_tokens: 0,
    prompt_cache_miss_tokens: 100,
  },
  system_fingerprint: 'fp_44709d6fcb',
});

const error = (message: string, type: string, code: string) => ({
  error: { message, type, param: null, code },
});

export const deepseek: VendorScript = {
  platform: 'deepseek',
  path: '/chat/completions',
  keyHeader: (key) => ({ authorization: `Bearer ${key}` }),
  asked: { max_tokens: OUTPUT_LIMIT, thinking: { type: 'disabled' } },
  answer: ({ text }) => completion(text, 'stop'),
  askedForData: () => ({
    max_tokens: OUTPUT_LIMIT,
    response_format: { type: 'json_object' },
    thinking: { type: 'disabled' },
    temperature: 0,
  }),
  data: (words) => completion(words, 'stop'),
  models: {
    path: '/models',
    list: {
      object: 'list',
      data: [{ id: 'deepseek-flash', object: 'model', owned_by: 'deepseek' }],
    },
  },
  refusal: () => completion('', 'content_filter'),
  empty: () => completion('', 'stop'),
  truncated: (text) => completion(text, 'length'),
  wrongKey: (key) => ({
    status: 401,
    body: error(
      `Authentication Fails, Your api key: ${key} is invalid`,
      'authentication_error',
      'invalid_request_error',
    ),
  }),
  tooMany: () => error('Rate limit reached', 'rate_limit_error', 'rate_limit_reached'),
  broken: () => error('Internal error', 'server_error', 'internal_error'),
  model: 'deepseek-flash',
  tokensUsed: 400,
  // 100 × $0.30 and 300 × $1.20 for a million.
  costUsd: 0.00039,
  dataCostUsd: 0.00039,
  citationCapable: false,
  tellsQueries: false,
  cite: (link) => link,
};
