import { createDeepSeek } from '@ai-sdk/deepseek';
import { readChatCompletion } from './chat-completion.js';
import type { Vendor } from './vendor.js';

/** The API has no web search: its answers come from the model alone, and carry no sources. */
export const deepseek: Vendor = {
  prepare: ({ baseUrl, apiKey, model, fetch }) => ({
    model: createDeepSeek({ baseURL: baseUrl, apiKey, fetch })(model),
    // As the vendor's own chat answers unless it is told to think.
    providerOptions: { deepseek: { thinking: { type: 'disabled' } } },
  }),
  read: readChatCompletion,
  searchesWeb: false,
  hasListPrices: true,
};
