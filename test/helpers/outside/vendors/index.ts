import { anthropic } from './anthropic.js';
import { deepseek } from './deepseek.js';
import { google } from './google.js';
import { openai } from './openai.js';
import { perplexity } from './perplexity.js';
import type { VendorScript } from './vendor-script.js';
import { xai } from './xai.js';

/** All scripted vendors, in the order of the platforms. */
export const VENDORS: readonly VendorScript[] = [
  openai,
  google,
  perplexity,
  anthropic,
  xai,
  deepseek,
];
