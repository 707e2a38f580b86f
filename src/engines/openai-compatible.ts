import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { readChatCompletion } from './chat-completion.js';
import type { Vendor } from './vendor.js';

/** Any server that speaks OpenAI's chat completions: a vendor's, or a local model's. */
export const openAiCompatible: Vendor = {
  prepare: ({ platform, baseUrl, apiKey, model, fetch }) => ({
    model: createOpenAICompatible({ name: platform, baseURL: baseUrl, apiKey, fetch }).chatModel(
      model,
    ),
  }),
  read: readChatCompletion,
  hasListPrices: false,
};
