import { createDeepSeek } from '@ai-sdk/deepseek';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createPerplexity } from '@ai-sdk/perplexity';
import { z } from 'zod';
import { many, optionalText, type Source, source, toLinks } from './links.js';
import {
  type Asking,
  type Connection,
  NOTHING_READ,
  toBearer,
  toDollars,
  toLocation,
  type Vendor,
  type VendorReading,
} from './vendor.js';

/** The form of OpenAI's chat completions, with what others add to it. */
const shape = z.object({
  citations: many(z.union([z.string(), source])).default([]),
  search_results: many(source).default([]),
  choices: z
    .array(
      z.object({
        finish_reason: z.unknown().optional(),
        message: z.object({
          refusal: z.unknown().optional(),
          annotations: many(z.object({ url_citation: source }).catch({ url_citation: {} })).default(
            [],
          ),
        }),
      }),
    )
    .catch([]),
  model: optionalText,
  usage: z.object({ cost: z.unknown().optional() }).catch({ cost: undefined }),
});

function toSources(body: z.infer<typeof shape>): Source[] {
  const titles = new Map(body.search_results.map(({ url, title }) => [url, title]));
  // Perplexity names its sources twice, the bare list in the order of its `[n]` marks.
  const listed: Source[] = body.citations.map((each) =>
    typeof each === 'string' ? { url: each, title: titles.get(each) } : each,
  );
  const found = listed.length > 0 ? listed : body.search_results;
  const annotated = body.choices[0]?.message.annotations.map((each) => each.url_citation) ?? [];
  return [...found, ...annotated];
}

/** A number of dollars, or an object that holds their total. */
const toCostUsd = (cost: unknown): number | null =>
  toDollars(z.object({ total_cost: z.number() }).safeParse(cost).data?.total_cost ?? cost);

function readChatCompletion(parsedBody: unknown): VendorReading {
  const parsed = shape.safeParse(parsedBody);
  // The SDK judges the form of the body; here only what is there counts.
  if (!parsed.success) return NOTHING_READ;
  const body = parsed.data;
  const choice = body.choices[0];
  const refusal = choice?.message.refusal;
  return {
    ...NOTHING_READ,
    citations: toLinks(toSources(body)),
    model: body.model ?? null,
    costUsd: toCostUsd(body.usage.cost),
    isRefusal:
      (typeof refusal === 'string' && refusal !== '') || choice?.finish_reason === 'content_filter',
  };
}

const prepareDeepSeek = ({ baseUrl, apiKey, model, fetch }: Connection): Asking => ({
  model: createDeepSeek({ baseURL: baseUrl, apiKey, fetch })(model),
  // As the vendor's own chat answers unless it is told to think.
  providerOptions: { deepseek: { thinking: { type: 'disabled' } } },
});

/** The API has no web search: its answers come from the model alone, and carry no sources. */
export const deepseek: Vendor = {
  prepare: prepareDeepSeek,
  prepareComposition: prepareDeepSeek,
  modelsPath: '/models',
  toKeyHeaders: toBearer,
  read: readChatCompletion,
  searchesWeb: false,
  hasListPrices: true,
};

/** Sonar searches before every answer, lists its sources, and says what it cost. */
export const perplexity: Vendor = {
  prepare: ({ baseUrl, apiKey, model, fetch }, { country }) => {
    const location = toLocation(country);
    return {
      model: createPerplexity({ baseURL: baseUrl, apiKey, fetch })(model),
      ...(location === undefined
        ? {}
        : {
            providerOptions: {
              perplexity: { web_search_options: { user_location: { country: location.country } } },
            },
          }),
    };
  },
  prepareComposition: ({ baseUrl, apiKey, model, fetch }) => ({
    model: createPerplexity({ baseURL: baseUrl, apiKey, fetch })(model),
    providerOptions: { perplexity: { disable_search: true } },
  }),
  modelsPath: null,
  toKeyHeaders: toBearer,
  read: readChatCompletion,
  searchesWeb: true,
};

/** OpenAI's own models refuse the name that every other server knows the limit by. */
const renameLimit = ({ max_tokens, ...body }: Record<string, unknown>) => ({
  ...body,
  max_completion_tokens: max_tokens,
});

const prepare = ({ platform, baseUrl, apiKey, model, fetch }: Connection): Asking => ({
  model: createOpenAICompatible({
    name: platform,
    baseURL: baseUrl,
    apiKey,
    fetch,
    ...(new URL(baseUrl).hostname === 'api.openai.com' && { transformRequestBody: renameLimit }),
  }).chatModel(model),
});

/** Any server that speaks OpenAI's chat completions: a vendor's, or a local model's. */
export const openAiCompatible: Vendor = {
  prepare,
  prepareComposition: prepare,
  // Of such servers more know JSON than schemas, and some refuse what they do not know.
  schemaInWords: true,
  modelsPath: '/models',
  mayListNothing: true,
  toKeyHeaders: toBearer,
  read: readChatCompletion,
};
