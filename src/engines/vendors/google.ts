import { createGoogle } from '@ai-sdk/google';
import { z } from 'zod';
import { many, optionalText, toLinks, toQueries } from './links.js';
import { NOTHING_READ, type Vendor, type VendorReading } from './vendor.js';

/** Finish reasons of a candidate that was blocked or cut off by a policy. */
const REFUSALS = /^(?:SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_SAFETY)$/u;

const chunk = z.object({
  web: z.object({ uri: optionalText, title: optionalText }).optional().catch(undefined),
});
const support = z.object({ groundingChunkIndices: many(z.number()).default([]) });
const grounding = z.object({
  webSearchQueries: many(z.string()).default([]),
  groundingChunks: many(chunk.catch({})).default([]),
  groundingSupports: many(support.catch({ groundingChunkIndices: [] })).default([]),
});
const candidate = z.object({
  finishReason: optionalText,
  groundingMetadata: grounding.optional().catch(undefined),
});
const shape = z.object({
  modelVersion: optionalText,
  candidates: many(candidate.catch({})).default([]),
  promptFeedback: z.object({ blockReason: optionalText }).optional().catch(undefined),
});

function read(parsedBody: unknown): VendorReading {
  const parsed = shape.safeParse(parsedBody);
  if (!parsed.success) return NOTHING_READ;
  const { modelVersion, candidates, promptFeedback } = parsed.data;
  const [first] = candidates;
  const queries = toQueries(first?.groundingMetadata?.webSearchQueries ?? []);
  const { groundingChunks: chunks = [], groundingSupports: supports = [] } =
    first?.groundingMetadata ?? {};
  // A chunk that no grounding support refers to was retrieved but not cited.
  const used = new Set(supports.flatMap((one) => one.groundingChunkIndices));
  const cited = chunks.filter((_, index) => used.has(index));
  return {
    // The URLs are Google redirects, the titles are domains of the sources; nothing is fetched here.
    citations: toLinks(cited.map(({ web }) => ({ url: web?.uri, title: web?.title }))),
    searchQueries: queries,
    model: modelVersion ?? null,
    costUsd: null,
    searches: queries.length,
    isRefusal:
      (first === undefined && promptFeedback?.blockReason !== undefined) ||
      REFUSALS.test(first?.finishReason ?? ''),
    isTruncated: false,
  };
}

/** Gemini, grounded with Google Search. */
export const google: Vendor = {
  prepare: ({ baseUrl, apiKey, model, fetch }) => {
    const provider = createGoogle({ baseURL: baseUrl, apiKey, fetch });
    return {
      model: provider(model),
      tools: { google_search: provider.tools.googleSearch({}) },
      reasoning: 'low',
    };
  },
  prepareComposition: ({ baseUrl, apiKey, model, fetch }) => ({
    model: createGoogle({ baseURL: baseUrl, apiKey, fetch })(model),
    reasoning: 'low',
  }),
  pingPath: 'models?pageSize=1',
  toKeyHeaders: (apiKey) => ({ 'x-goog-api-key': apiKey }),
  read,
  searchesWeb: true,
  hasListPrices: true,
};
