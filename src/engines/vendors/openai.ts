import { createOpenAI } from '@ai-sdk/openai';
import { readResponse } from './responses-output.js';
import { toBearer, toLocation, type Vendor } from './vendor.js';

/** OpenAI's Responses with its web search. */
export const openai: Vendor = {
  prepare: ({ baseUrl, apiKey, model, fetch }, { country }) => {
    const provider = createOpenAI({ baseURL: baseUrl, apiKey, fetch });
    const userLocation = toLocation(country);
    return {
      model: provider.responses(model),
      tools: {
        web_search: provider.tools.webSearch(userLocation === undefined ? {} : { userLocation }),
      },
      // Every page that was looked at would come too; what is cited stands in the text.
      providerOptions: { openai: { store: false, includeWebSearchSources: false } },
    };
  },
  prepareComposition: ({ baseUrl, apiKey, model, fetch }) => ({
    model: createOpenAI({ baseURL: baseUrl, apiKey, fetch }).responses(model),
    providerOptions: { openai: { store: false } },
  }),
  modelsPath: '/models',
  toKeyHeaders: toBearer,
  read: readResponse,
  searchesWeb: true,
  hasListPrices: true,
};
