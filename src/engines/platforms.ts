/** All known platforms, in the order of every platform list. */

import { platformName } from '../domain/accounts/platform.js';

export interface Platform {
  id: string;
  /** Display name. */
  name: string;
  vendor: string;
  /** A planned platform can be used once an operator sets its base URL. */
  stage: 'supported' | 'planned';
  /** Default model for chat completions. */
  model: string;
  /** The vendor's OpenAI-compatible endpoint; null if there is none. */
  baseUrl: string | null;
  /** Whether answers can carry links. */
  citationCapable: boolean;
  /** Whether `model` at `baseUrl` searches the web before answering. */
  webSearch: boolean;
  /** Defaults of the native adapter; null if there is no native adapter. */
  native: { model: string; baseUrl: string } | null;
}

/** A planned platform; without web search and citations unless `more` overrides them. */
const planned = (
  id: string,
  vendor: string,
  model: string,
  baseUrl: string | null,
  more: Partial<Platform> = {},
): Omit<Platform, 'name'> => ({
  id,
  vendor,
  stage: 'planned',
  model,
  baseUrl,
  citationCapable: false,
  webSearch: false,
  native: null,
  ...more,
});

const CATALOG: readonly Omit<Platform, 'name'>[] = [
  {
    id: 'chatgpt',
    vendor: 'OpenAI',
    stage: 'supported',
    model: 'gpt-5-search-api',
    baseUrl: 'https://api.openai.com/v1',
    citationCapable: true,
    webSearch: true,
    native: { model: 'gpt-6.2-sol', baseUrl: 'https://api.openai.com/v1' },
  },
  {
    id: 'gemini',
    vendor: 'Google',
    stage: 'supported',
    model: 'gemini-4-hydrogen',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    citationCapable: true,
    webSearch: false,
    native: {
      model: 'gemini-4-hydrogen',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    },
  },
  {
    id: 'perplexity',
    vendor: 'Perplexity AI',
    stage: 'supported',
    model: 'perplexity/sonar',
    baseUrl: null,
    citationCapable: true,
    webSearch: true,
    native: { model: 'perplexity/sonar', baseUrl: 'https://api.perplexity.ai/v1' },
  },
  {
    id: 'claude',
    vendor: 'Anthropic',
    stage: 'supported',
    model: 'claude-sonnet-5-5',
    baseUrl: 'https://api.anthropic.com/v1',
    citationCapable: true,
    webSearch: false,
    native: { model: 'claude-sonnet-5-5', baseUrl: 'https://api.anthropic.com/v1' },
  },
  {
    id: 'grok',
    vendor: 'xAI',
    stage: 'supported',
    model: 'grok-4.7',
    baseUrl: 'https://api.x.ai/v1',
    citationCapable: true,
    webSearch: false,
    native: { model: 'grok-4.7', baseUrl: 'https://api.x.ai/v1' },
  },
  {
    id: 'deepseek',
    vendor: 'DeepSeek',
    stage: 'supported',
    model: 'deepseek-flash',
    baseUrl: 'https://api.deepseek.com/v1',
    citationCapable: true,
    webSearch: false,
    native: { model: 'deepseek-flash', baseUrl: 'https://api.deepseek.com/anthropic/v1' },
  },
  planned('copilot', 'Microsoft', 'copilot', null, { citationCapable: true }),
  planned('mistral', 'Mistral AI', 'mistral-large-latest', 'https://api.mistral.ai/v1'),
  planned(
    'qwen',
    'Alibaba Cloud',
    'qwen-plus',
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  ),
  planned('kimi', 'Moonshot AI', 'kimi-latest', 'https://api.moonshot.ai/v1'),
  planned('doubao', 'ByteDance', 'doubao-seed-1-6', 'https://ark.cn-beijing.volces.com/api/v3'),
  planned('llama', 'Meta', 'llama-4-maverick', null),
];

export const PLATFORMS: readonly Platform[] = CATALOG.map((platform) => ({
  ...platform,
  name: platformName(platform.id),
}));

export const platformById: ReadonlyMap<string, Platform> = new Map(
  PLATFORMS.map((platform) => [platform.id, platform]),
);

export const SUPPORTED_PLATFORMS: readonly Platform[] = PLATFORMS.filter(
  (platform) => platform.stage === 'supported',
);
