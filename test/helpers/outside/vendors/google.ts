import { OUTPUT_LIMIT, type Said, type VendorScript } from './vendor-script.js';

/** Gemini's generateContent: sources are Google redirects, each with a domain as title. */

const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/';

const cite = ({ url }: { url: string }) => ({
  url: `${REDIRECT}AUZIYQ${Buffer.from(url).toString('base64url')}`,
  title: new URL(url).hostname,
});

const generated = (candidates: object[], top: object = {}) => ({
  candidates,
  usageMetadata: {
    promptTokenCount: 20,
    toolUsePromptTokenCount: 80,
    candidatesTokenCount: 60,
    thoughtsTokenCount: 40,
    totalTokenCount: 200,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: 20 }],
  },
  modelVersion: 'gemini-4-hydrogen',
  responseId: 'bWVzc2FnZQ',
  ...top,
});

const candidate = (texts: string[], finishReason: string, more: object = {}) => ({
  content: { parts: texts.map((text) => ({ text })), role: 'model' },
  finishReason,
  index: 0,
  ...more,
});

const groundingMetadata = ({ text, links, queries }: Said) => ({
  searchEntryPoint: { renderedContent: '<div class="container">…</div>' },
  // No support refers to the last chunk: it was retrieved but not cited.
  groundingChunks: [...links, { url: 'https://unread.example/', title: '' }].map((link) => {
    const { url, title } = cite(link);
    return { web: { uri: url, title } };
  }),
  groundingSupports: links.map((_, index) => ({
    segment: { startIndex: 0, endIndex: text.length, text },
    groundingChunkIndices: [index],
  })),
  webSearchQueries: queries,
});

const error = (code: number, message: string, status: string, details: object[] = []) => ({
  error: { code, message, status, details },
});

export const google: VendorScript = {
  platform: 'gemini',
  path: '/models/gemini-4-hydrogen:generateContent',
  keyHeader: (key) => ({ 'x-goog-api-key': key }),
  asked: {
    tools: [{ googleSearch: {} }],
    generationConfig: {
      maxOutputTokens: OUTPUT_LIMIT,
      thinkingConfig: { thinkingLevel: 'low' },
    },
  },
  answer: (said) => {
    const half = Math.floor(said.text.length / 2);
    const texts = [said.text.slice(0, half), said.text.slice(half)];
    return generated([candidate(texts, 'STOP', { groundingMetadata: groundingMetadata(said) })]);
  },
  askedForData: (schema) => ({
    generationConfig: {
      maxOutputTokens: OUTPUT_LIMIT,
      responseMimeType: 'application/json',
      responseJsonSchema: schema,
      temperature: 0,
    },
  }),
  data: (words) => generated([candidate([words], 'STOP')]),
  ping: {
    path: '/v1/models?pageSize=1',
    answer: {
      models: [
        {
          name: 'models/gemini-4-hydrogen',
          version: '4',
          supportedGenerationMethods: ['generateContent'],
        },
      ],
      nextPageToken: 'Ch9tb2RlbHM',
    },
  },
  refusal: () => {
    const { candidates, ...blocked } = generated([], {
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    });
    return blocked;
  },
  empty: () => generated([{ content: {}, finishReason: 'STOP', index: 0 }]),
  truncated: (text) => generated([candidate([text], 'MAX_TOKENS')]),
  // Google answers a wrong key with 400 instead of 401, and the message does not contain the key.
  wrongKey: () => ({
    status: 400,
    body: error(400, 'API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT', [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
      },
    ]),
  }),
  tooMany: () => error(429, 'You exceeded your current quota', 'RESOURCE_EXHAUSTED'),
  broken: () => error(500, 'An internal error has occurred', 'INTERNAL'),
  model: 'gemini-4-hydrogen',
  tokensUsed: 200,
  // 100 × $1.50 and 100 × $7.50 per million, and two searches.
  costUsd: 0.0289,
  dataCostUsd: 0.0009,
  citationCapable: true,
  tellsQueries: true,
  cite,
};
