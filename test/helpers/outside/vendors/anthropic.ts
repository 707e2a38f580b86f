import { OUTPUT_LIMIT, type Said, type VendorScript } from './vendor-script.js';

/** Anthropic's Messages: the server-side tool use, then its result, then text that cites the result. */

const toMessage =
  (model: string) =>
  (content: object[], stopReason: string, searches = 0) => ({
    id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: {
      input_tokens: 500,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 100,
      service_tier: 'standard',
      server_tool_use: { web_search_requests: searches },
    },
  });

const text = (words: string, citations?: object[]) => ({
  type: 'text',
  text: words,
  ...(citations === undefined ? {} : { citations }),
});

const error = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
});

/** Parts common to all servers with this Messages API. */
export const speakMessages = (model: string) => {
  const message = toMessage(model);
  return {
    path: '/messages',
    answer: ({ text: words, links, queries }: Said) => {
      const searches = queries.flatMap((query, index) => [
        {
          type: 'server_tool_use',
          id: `srvtoolu_0${index}`,
          name: 'web_search',
          input: { query },
        },
        {
          type: 'web_search_tool_result',
          tool_use_id: `srvtoolu_0${index}`,
          content: [...links, { url: 'https://unread.example/', title: 'Not cited' }].map(
            ({ url, title }) => ({
              type: 'web_search_result',
              url,
              title,
              encrypted_content: 'EqgfCioIARgBIiQ3YTAwMjY1Mi1mZjM5',
              page_age: 'January 1, 2026',
            }),
          ),
        },
      ]);
      // Each cited passage is a separate block.
      const parts = words.split(/(?<=\. )/u).map((part, index) => {
        const link = links[index];
        return link === undefined
          ? text(part)
          : text(part, [
              {
                type: 'web_search_result_location',
                url: link.url,
                title: link.title,
                encrypted_index: 'Eo8BCioIAhgBIiQyYjQ0OWJmZi1lNm',
                cited_text: part,
              },
            ]);
      });
      return message([...searches, ...parts], 'end_turn', queries.length);
    },
    refusal: () => message([], 'refusal'),
    empty: () => message([text(' \n')], 'end_turn'),
    truncated: (words: string) => message([text(words)], 'max_tokens'),
    wrongKey: (key: string) => ({
      status: 401,
      body: error('authentication_error', `invalid x-api-key ${key}`),
    }),
    tooMany: () => error('rate_limit_error', 'This request would exceed your rate limit'),
    broken: () => error('api_error', 'Internal server error'),
    tokensUsed: 600,
    model,
    message,
    text,
  };
};

const { message, ...spoken } = speakMessages('claude-sonnet-5-5');

export const anthropic: VendorScript = {
  ...spoken,
  platform: 'claude',
  keyHeader: (key) => ({ 'x-api-key': key }),
  asked: {
    max_tokens: OUTPUT_LIMIT,
    output_config: { effort: 'low' },
    tools: [
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 5,
        user_location: { type: 'approximate', country: 'DE' },
      },
    ],
  },
  askedForData: (schema) => ({
    max_tokens: OUTPUT_LIMIT,
    output_config: { effort: 'low', format: { type: 'json_schema', schema } },
  }),
  data: (words) => message([text(words)], 'end_turn'),
  ping: {
    path: '/v1/models?limit=1',
    answer: {
      data: [
        {
          type: 'model',
          id: 'claude-sonnet-5-5',
          display_name: 'Claude Sonnet 5.5',
          created_at: '2026-09-29T00:00:00Z',
        },
      ],
      has_more: true,
      first_id: 'claude-sonnet-5-5',
      last_id: 'claude-sonnet-5-5',
    },
  },
  // 500 × $2 and 100 × $10 per million, and two searches.
  costUsd: 0.022,
  dataCostUsd: 0.002,
  citationCapable: true,
  tellsQueries: true,
  cite: (link) => link,
};
