import { createDeepSeek } from '@ai-sdk/deepseek';
import { readChatCompletion } from './chat-completion.js';
import { type Asking, type Connection, toBearer, type Vendor } from './vendor.js';

const prepare = ({ baseUrl, apiKey, model, fetch }: Connection): Asking => ({
  model: createDeepSeek({ baseURL: baseUrl, apiKey, fetch })(model),
  // As the vendor's own chat answers unless it is told to think.
  providerOptions: { deepseek: { thinking: { type: 'disabled' } } },
});

/** The API has no web search: its answers come from the model alone, and carry no sources. */
export const deepseek: Vendor = {
  prepare,
  prepareComposition: prepare,
  modelsPath: '/models',
  toKeyHeaders: toBearer,
  read: readChatCompletion,
  searchesWeb: false,
  hasListPrices: true,
};
