import { createOpenAI } from '@ai-sdk/openai';
import { z } from 'zod';
import { many, optionalText, type Source, toLinks, toQueries } from './links.js';
import {
  NOTHING_READ,
  parseJson,
  toBearer,
  toDollars,
  type Vendor,
  type VendorReading,
} from './vendor.js';

/** Perplexity's Agent API: OpenAI's Responses format with additional items for search results. */
const result = z.object({
  id: z.number().optional().catch(undefined),
  url: optionalText,
  title: optionalText,
});
const annotation = z.object({ type: optionalText, url: optionalText, title: optionalText });
const content = z.object({
  type: optionalText,
  text: optionalText,
  annotations: many(annotation.catch({})).default([]),
});
const item = z.object({
  type: optionalText,
  queries: many(z.string()).default([]),
  results: many(result.catch({})).default([]),
  content: many(content.catch({ annotations: [] })).default([]),
});
const shape = z.object({
  model: optionalText,
  status: optionalText,
  output: many(item.catch({ queries: [], results: [], content: [] })).default([]),
  incomplete_details: z.object({ reason: optionalText }).nullish().catch(undefined),
  usage: z
    .object({
      cost: z.object({ total_cost: z.number() }).optional().catch(undefined),
      tool_calls_details: z
        .object({ search_web: z.object({ invocation: z.number() }).optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .catch({}),
});

/** Numbers of the citation marks in a text, such as `[7]` or `[7, 8]`. */
const marksIn = (text: string): number[] =>
  [...text.matchAll(/\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/gu)].flatMap(([, numbers = '']) =>
    numbers.split(',').map(Number),
  );

function read(parsedBody: unknown): VendorReading {
  const parsed = shape.safeParse(parsedBody);
  if (!parsed.success) return NOTHING_READ;
  const { model, output, incomplete_details: incomplete, usage } = parsed.data;
  const searches = output.filter(({ type }) => type === 'search_results');
  const found = new Map<number, Source>(
    searches.flatMap(({ results }) =>
      results.flatMap(({ id, url, title }) => (id === undefined ? [] : [[id, { url, title }]])),
    ),
  );
  const parts = output.filter(({ type }) => type === 'message').flatMap((one) => one.content);
  const marked = parts.flatMap(({ text = '' }) =>
    marksIn(text).flatMap((id) => found.get(id) ?? []),
  );
  const annotated = parts
    .flatMap(({ annotations }) => annotations)
    .filter(({ type }) => type === 'url_citation');
  return {
    // A search result without a mark in the text was found but not cited.
    citations: toLinks([...marked, ...annotated]),
    searchQueries: toQueries(searches.flatMap(({ queries }) => queries)),
    model: model ?? null,
    costUsd: toDollars(usage.cost?.total_cost),
    searches: usage.tool_calls_details?.search_web?.invocation ?? searches.length,
    isRefusal:
      parts.some(({ type }) => type === 'refusal') || incomplete?.reason === 'content_filter',
    isTruncated: incomplete?.reason === 'max_output_tokens',
  };
}

const readable = z.object({
  output: z.array(
    z.looseObject({ type: z.string(), content: z.array(z.looseObject({})).optional() }),
  ),
});

/** The SDK rejects items that OpenAI does not have, and requires fields that Perplexity may omit. */
function toReadable(body: unknown): unknown {
  const parsed = readable.safeParse(body);
  if (!parsed.success) return body;
  const messages = parsed.data.output.filter(({ type }) => type === 'message');
  const output = messages.map(({ content: parts = [], ...message }) => ({
    id: '',
    role: 'assistant',
    ...message,
    content: parts.map((part) => ({ ...part, annotations: [] })),
  }));
  return { ...(body as object), output };
}

/** Sets `tool_choice` in the request body: the SDK does not accept a vendor-run search as required. */
const requireSearch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) => {
    const body = { ...(parseJson(String(init?.body)) as object), tool_choice: 'required' };
    return fetch(input, { ...init, body: JSON.stringify(body) });
  };

/** Perplexity does not document `tool_choice`, so the instructions require a search as well. */
const SEARCH = 'Search the web before you answer, and cite what you rest on.';

export const perplexity: Vendor = {
  prepare: ({ baseUrl, apiKey, model, fetch }) => {
    const provider = createOpenAI({ baseURL: baseUrl, apiKey, fetch: requireSearch(fetch) });
    return {
      model: provider.responses(model),
      tools: { web_search: provider.tools.webSearch({}) },
      instructions: SEARCH,
      providerOptions: { openai: { store: false, includeWebSearchSources: false } },
    };
  },
  prepareComposition: ({ baseUrl, apiKey, model, fetch }) => ({
    model: createOpenAI({ baseURL: baseUrl, apiKey, fetch }).responses(model),
    providerOptions: { openai: { store: false } },
  }),
  pingPath: 'models',
  toKeyHeaders: toBearer,
  read,
  toReadable,
  searchesWeb: true,
  hasListPrices: true,
};
