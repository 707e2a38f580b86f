import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { z } from 'zod';
import { many, optionalText, type Source, source, toLinks } from './links.js';
import {
  type Asking,
  type Connection,
  NOTHING_READ,
  toBearer,
  toDollars,
  type Vendor,
  type VendorReading,
} from './vendor.js';

/** OpenAI's chat completions format with the extensions of other vendors. */
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
  // Perplexity lists its sources twice; `citations` has the order of its `[n]` marks.
  const listed: Source[] = body.citations.map((each) =>
    typeof each === 'string' ? { url: each, title: titles.get(each) } : each,
  );
  const found = listed.length > 0 ? listed : body.search_results;
  const annotated = body.choices[0]?.message.annotations.map((each) => each.url_citation) ?? [];
  return [...found, ...annotated];
}

/** `cost` is a number of dollars, or an object with `total_cost`. */
const toCostUsd = (cost: unknown): number | null =>
  toDollars(z.object({ total_cost: z.number() }).safeParse(cost).data?.total_cost ?? cost);

function readChatCompletion(parsedBody: unknown): VendorReading {
  const parsed = shape.safeParse(parsedBody);
  // The SDK validates the body; this reader only takes what it finds.
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

/** OpenAI's own models reject `max_tokens`, which all other servers use. */
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

/** Any server with OpenAI's chat completions API, such as a vendor's or a local model's. */
export const openAiCompatible: Vendor = {
  prepare,
  prepareComposition: prepare,
  // Many such servers support JSON but no schemas, and some reject unknown fields.
  schemaInWords: true,
  pingPath: 'models',
  mayListNothing: true,
  toKeyHeaders: toBearer,
  read: readChatCompletion,
};
