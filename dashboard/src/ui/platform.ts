/** Names and line styles of platforms; each platform has the same colour and dashes on every page. */

const NAMES: Record<string, string> = {
  chatgpt: 'ChatGPT',
  gemini: 'Gemini',
  perplexity: 'Perplexity',
  claude: 'Claude',
  grok: 'Grok',
  deepseek: 'DeepSeek',
  copilot: 'Copilot',
  mistral: 'Mistral',
  qwen: 'Qwen',
  kimi: 'Kimi',
  doubao: 'Doubao',
  llama: 'Llama',
};

const ORDER = Object.keys(NAMES);

export const platformName = (platform: string): string => NAMES[platform] ?? platform;

const DASHES = ['0', '6 3', '2 3', '8 3 2 3', '4 2', '1 3'];
const HUES = 6;

export interface Stroke {
  color: string;
  dash: string;
}

const strokeOf = (index: number): Stroke => ({
  color: `var(--series-${(index % HUES) + 1})`,
  dash: DASHES[index % DASHES.length] ?? '0',
});

export const platformStroke = (platform: string): Stroke =>
  strokeOf(Math.max(0, ORDER.indexOf(platform)));
