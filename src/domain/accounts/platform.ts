/** The name people know each platform by. */
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

/** How words name a platform; data keep its id. One that is not known goes by its id here, too. */
export const platformName = (id: string): string => NAMES.get(id) ?? id;
