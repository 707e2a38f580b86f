import { createAnthropic } from '@ai-sdk/anthropic';
import { z } from 'zod';
import { many, optionalText, toLinks, toQueries } from './links.js';
import {
  type Asking,
  type Connection,
  NOTHING_READ,
  toBearer,
  toLocation,
  type Vendor,
  type VendorReading,
} from './vendor.js';

const MAX_SEARCHES = 5;

const location = z.object({ type: optionalText, url: optionalText, title: optionalText });
const block = z.object({
  type: optionalText,
  name: optionalText,
  input: z.object({ query: optionalText }).optional().catch(undefined),
  citations: many(location.catch({})).default([]),
  // Search results, or an object with the error of the search.
  content: many(location.catch({})).default([]),
});
const shape = z.object({
  model: optionalText,
  stop_reason: optionalText,
  content: many(block.catch({ citations: [], content: [] })).default([]),
  usage: z
    .object({
      server_tool_use: z
        .object({ web_search_requests: z.number().optional() })
        .optional()
        .catch(undefined),
    })
    .catch({}),
});

function read(parsedBody: unknown): VendorReading {
  const parsed = shape.safeParse(parsedBody);
  if (!parsed.success) return NOTHING_READ;
  const { model, stop_reason: reason, content, usage } = parsed.data;
  const searches = content.filter(
    ({ type, name }) => type === 'server_tool_use' && name === 'web_search',
  );
  const results = content.filter(({ type }) => type === 'web_search_tool_result');
  const titles = new Map(results.flatMap((each) => each.content).map((each) => [each.url, each]));
  // A search result that no text block cites is no citation; only its title is used.
  const cited = content
    .flatMap(({ citations }) => citations)
    .filter(({ type }) => type === 'web_search_result_location')
    .map(({ url, title }) => ({ url, title: title ?? titles.get(url)?.title }));
  return {
    citations: toLinks(cited),
    searchQueries: toQueries(searches.map(({ input }) => input?.query)),
    model: model ?? null,
    costUsd: null,
    searches:
      usage.server_tool_use?.web_search_requests ?? Math.max(searches.length, results.length),
    isRefusal: reason === 'refusal',
    // Anthropic would continue a paused turn if it were sent back.
    isTruncated: reason === 'pause_turn',
  };
}

/** Anthropic's Messages API with its server-side web search. */
export const anthropic: Vendor = {
  prepare: ({ baseUrl, apiKey, model, fetch }, { country }) => {
    const provider = createAnthropic({ baseURL: baseUrl, apiKey, fetch });
    const userLocation = toLocation(country);
    return {
      model: provider(model),
      tools: {
        web_search: provider.tools.webSearch_20250305({
          maxUses: MAX_SEARCHES,
          ...(userLocation === undefined ? {} : { userLocation }),
        }),
      },
      reasoning: 'low',
    };
  },
  prepareComposition: ({ baseUrl, apiKey, model, fetch }) => ({
    model: createAnthropic({ baseURL: baseUrl, apiKey, fetch })(model),
    reasoning: 'low',
  }),
  pingPath: 'models?limit=1',
  toKeyHeaders: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
  read,
  searchesWeb: true,
  hasListPrices: true,
};

const prepareDeepSeek = ({ baseUrl, apiKey, model, fetch }: Connection): Asking => ({
  model: createAnthropic({ baseURL: baseUrl, apiKey, fetch })(model),
  // The default of the vendor's own chat.
  providerOptions: { anthropic: { thinking: { type: 'disabled' } } },
});

/** DeepSeek through its copy of Anthropic's Messages API, which supports web search. */
export const deepseek: Vendor = {
  prepare: (connection) => {
    const { tools } = createAnthropic({ apiKey: connection.apiKey });
    return {
      ...prepareDeepSeek(connection),
      tools: { web_search: tools.webSearch_20250305({ maxUses: MAX_SEARCHES }) },
    };
  },
  prepareComposition: prepareDeepSeek,
  // This API has no list of models; the balance endpoint is at the root of the server.
  pingPath: '../../user/balance',
  toKeyHeaders: (apiKey) => ({ 'x-api-key': apiKey, ...toBearer(apiKey) }),
  read,
  searchesWeb: true,
  hasListPrices: true,
};
