/** Display name of each platform. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['chatgpt', 'ChatGPT'],
  ['gemini', 'Gemini'],
  ['perplexity', 'Perplexity'],
  ['claude', 'Claude'],
  ['grok', 'Grok'],
  ['deepseek', 'DeepSeek'],
  ['copilot', 'Copilot'],
  ['mistral', 'Mistral'],
  ['qwen', 'Qwen'],
  ['kimi', 'Kimi'],
  ['doubao', 'Doubao'],
  ['llama', 'Llama'],
]);

/** Display name of a platform, or its id if the platform is unknown. Data uses the id. */
export const platformName = (id: string): string => NAMES.get(id) ?? id;
