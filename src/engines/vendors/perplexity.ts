import { createPerplexity } from '@ai-sdk/perplexity';
import { readChatCompletion } from './chat-completion.js';
import { toBearer, toLocation, type Vendor } from './vendor.js';

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
