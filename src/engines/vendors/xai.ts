import { createXai } from '@ai-sdk/xai';
import type { ToolSet } from 'ai';
import { readResponse } from './responses-output.js';
import { toBearer, type Vendor } from './vendor.js';

/** xAI's Responses with its web search; each says what it cost. */
export const xai: Vendor = {
  prepare: ({ baseUrl, apiKey, model, fetch }) => {
    const provider = createXai({ baseURL: baseUrl, apiKey, fetch });
    return {
      model: provider.responses(model),
      // Typed by an older version of the SDK's specification, which has the same fields.
      tools: { web_search: provider.tools.webSearch() as unknown as ToolSet[string] },
      providerOptions: { xai: { store: false } },
    };
  },
  prepareComposition: ({ baseUrl, apiKey, model, fetch }) => ({
    model: createXai({ baseURL: baseUrl, apiKey, fetch }).responses(model),
    providerOptions: { xai: { store: false } },
  }),
  modelsPath: '/models',
  toKeyHeaders: toBearer,
  read: (body) => {
    const reading = readResponse(body);
    // Its links carry the number of their mark for a title.
    const citations = reading.citations.map(({ url, title }) => ({
      url,
      title: title !== null && /^\d+$/u.test(title) ? null : title,
    }));
    return { ...reading, citations };
  },
  searchesWeb: true,
};
