import { toBlocks } from '../domain/copy.js';
import type { Intent } from '../domain/suggestion.js';
import { badInput } from '../errors.js';
import { checkText } from './check.js';

export interface SuggestionInput {
  brandId: string;
  content: string;
  intent?: Intent | null;
}

/** Checked, and as it is stored. */
export interface NewSuggestion {
  brandId: string;
  content: string;
  intent: Intent | null;
}

const CONTENT_LENGTH = 4_000;

/** Touches nothing. */
export function checkSuggestion({ brandId, content, intent }: SuggestionInput): NewSuggestion {
  const text = checkText('content', content, CONTENT_LENGTH);
  if (toBlocks(text).length === 0)
    throw badInput('content', 'must hold something to read beside its markup');
  return { brandId, content: text, intent: intent ?? null };
}
