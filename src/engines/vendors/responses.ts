import { createOpenAI } from '@ai-sdk/openai';
import { createXai } from '@ai-sdk/xai';
import type { ToolSet } from 'ai';
import { z } from 'zod';
import { many, optionalText, toLinks, toQueries } from './links.js';
import {
  NOTHING_READ,
  parseJson,
  toBearer,
  toDollars,
  toLocation,
  type Vendor,
  type VendorReading,
} from './vendor.js';

/** OpenAI's Responses format, which xAI uses too. */
const action = z.object({
  type: optionalText,
  query: optionalText,
  queries: many(z.string()).default([]),
});
const annotation = z.object({
  type: optionalText,
  url: optionalText,
  title: optionalText,
  start_index: z.number().optional().catch(undefined),
});
const content = z.object({
  type: optionalText,
  annotations: many(annotation.catch({})).default([]),
});
const item = z.object({
  type: optionalText,
  action: action.optional().catch(undefined),
  arguments: optionalText,
  content: many(content.catch({ annotations: [] })).default([]),
});
const shape = z.object({
  model: optionalText,
  output: many(item.catch({ content: [] })).default([]),
  incomplete_details: z.object({ reason: optionalText }).optional().catch(undefined),
  usage: z.object({ cost_in_usd_ticks: z.unknown().optional() }).catch({}),
});

type Item = z.infer<typeof item>;

/** The query of a search that is reported as a tool call with JSON arguments. */
const argumentsOf = ({ arguments: written = '' }: Item): string | undefined =>
  z.object({ query: z.string() }).safeParse(parseJson(written)).data?.query;

const TICKS_PER_USD = 10_000_000_000;

function readResponse(parsedBody: unknown): VendorReading {
  const parsed = shape.safeParse(parsedBody);
  if (!parsed.success) return NOTHING_READ;
  const { model, output, incomplete_details: incomplete, usage } = parsed.data;
  const searches = output.filter(
    ({ type, action }) =>
      type === 'web_search_call' && (action === undefined || action.type === 'search'),
  );
  const parts = output.filter(({ type }) => type === 'message').flatMap((each) => each.content);
  // An annotation without a position in the text was visited, not cited; links in the text are extracted later.
  const cited = parts
    .flatMap(({ annotations }) => annotations)
    .filter(({ type, start_index: at }) => type === 'url_citation' && at !== undefined);
  const { cost_in_usd_ticks: ticks } = usage;
  return {
    citations: toLinks(cited),
    searchQueries: toQueries(
      searches.flatMap((each) =>
        each.action?.queries.length
          ? each.action.queries
          : [each.action?.query ?? argumentsOf(each)],
      ),
    ),
    model: model ?? null,
    costUsd: typeof ticks === 'number' ? toDollars(ticks / TICKS_PER_USD) : null,
    searches: searches.length,
    isRefusal:
      parts.some(({ type }) => type === 'refusal') || incomplete?.reason === 'content_filter',
    isTruncated: incomplete?.reason === 'max_output_tokens',
  };
}

/** OpenAI's Responses API with web search. */
export const openai: Vendor = {
  prepare: ({ baseUrl, apiKey, model, fetch }, { country }) => {
    const provider = createOpenAI({ baseURL: baseUrl, apiKey, fetch });
    const userLocation = toLocation(country);
    return {
      model: provider.responses(model),
      tools: {
        web_search: provider.tools.webSearch(userLocation === undefined ? {} : { userLocation }),
      },
      // `includeWebSearchSources` would return every visited page; the cited ones are in the annotations.
      providerOptions: {
        openai: {
          store: false,
          includeWebSearchSources: false,
          reasoningEffort: 'low',
          reasoningSummary: null,
        },
      },
    };
  },
  prepareComposition: ({ baseUrl, apiKey, model, fetch }) => ({
    model: createOpenAI({ baseURL: baseUrl, apiKey, fetch }).responses(model),
    providerOptions: { openai: { store: false, reasoningEffort: 'low', reasoningSummary: null } },
  }),
  pingPath: 'models',
  toKeyHeaders: toBearer,
  read: readResponse,
  searchesWeb: true,
  hasListPrices: true,
};

/** xAI's Responses API with web search; responses include their cost. */
export const xai: Vendor = {
  prepare: ({ baseUrl, apiKey, model, fetch }) => {
    const provider = createXai({ baseURL: baseUrl, apiKey, fetch });
    return {
      model: provider.responses(model),
      // Typed against an older version of the SDK's specification with the same fields.
      tools: { web_search: provider.tools.webSearch() as unknown as ToolSet[string] },
      providerOptions: { xai: { store: false, reasoningEffort: 'low' } },
    };
  },
  prepareComposition: ({ baseUrl, apiKey, model, fetch }) => ({
    model: createXai({ baseURL: baseUrl, apiKey, fetch }).responses(model),
    providerOptions: { xai: { store: false, reasoningEffort: 'low' } },
  }),
  pingPath: 'models',
  toKeyHeaders: toBearer,
  read: (body) => {
    const reading = readResponse(body);
    // xAI uses the number of the citation mark as the title.
    const citations = reading.citations.map(({ url, title }) => ({
      url,
      title: title !== null && /^\d+$/u.test(title) ? null : title,
    }));
    return { ...reading, citations };
  },
  searchesWeb: true,
  hasListPrices: true,
};
