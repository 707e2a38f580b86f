import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { readChatCompletion } from './chat-completion.js';
import { type Asking, type Connection, toBearer, type Vendor } from './vendor.js';

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
