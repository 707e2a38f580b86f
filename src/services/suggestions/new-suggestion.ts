import { MOST_SOURCE_RANK } from '../../domain/suggestions/lift.js';
import type { Intent } from '../../domain/suggestions/suggestion.js';
import { toBlocks } from '../../domain/text/copy.js';
import { badInput } from '../../errors.js';
import { checkCount, checkText } from '../input/validate.js';

export interface SuggestionInput {
  brandId: string;
  content: string;
  intent?: Intent | null;
  sourceRank?: number | null;
}

/** Validated input in stored form. */
export interface NewSuggestion {
  brandId: string;
  content: string;
  intent: Intent | null;
  /** Position of the page among the sources of an answer, from 1; undefined when not given. */
  sourceRank?: number;
}

const CONTENT_LENGTH = 4_000;

/** Validates only. */
export function checkSuggestion({
  brandId,
  content,
  intent,
  sourceRank,
}: SuggestionInput): NewSuggestion {
  const text = checkText('content', content, CONTENT_LENGTH);
  if (toBlocks(text).length === 0) throw badInput('content', 'must contain text besides markup');
  const rank =
    sourceRank == null
      ? {}
      : { sourceRank: checkCount('sourceRank', sourceRank, 1, MOST_SOURCE_RANK) };
  return { brandId, content: text, intent: intent ?? null, ...rank };
}
