/**
 * Share of an answer that is about each tracked name: position-adjusted word count (Aggarwal et al.,
 * KDD 2024).
 */

import type { Mention } from '../names/mention.js';
import { toVisibleText } from '../text/markdown.js';

const PARAGRAPH = /\n\s*\n/g;

/** Word count of one sentence, and the names in it. */
export interface NamingSentence {
  words: number;
  names: readonly string[];
}

/**
 * Share of the weighted words per name, in [0, 1]; the shares add up to 1 if any name occurs. A
 * sentence with several names is split equally. The first sentence weighs 1, the last 1/e.
 */
export function prominenceShares(sentences: readonly NamingSentence[]): Map<string, number> {
  const shares = new Map<string, number>();
  let total = 0;
  for (const [i, { words, names }] of sentences.entries()) {
    if (names.length === 0) continue;
    const weight = sentences.length > 1 ? Math.exp(-i / (sentences.length - 1)) : 1;
    total += words * weight;
    for (const name of names)
      shares.set(name, (shares.get(name) ?? 0) + (words * weight) / names.length);
  }
  if (total === 0) return new Map();
  for (const [name, share] of shares) shares.set(name, share / total);
  return shares;
}

let sentenceSegmenter: Intl.Segmenter | undefined;
let wordSegmenter: Intl.Segmenter | undefined;

function countWords(text: string): number {
  wordSegmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of wordSegmenter.segment(text)) if (isWordLike) words += 1;
  return words;
}

/** Ranges of the sentences; a blank line also ends a sentence. */
function* sentenceSpans(text: string): Generator<{ start: number; end: number }> {
  sentenceSegmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  let from = 0;
  const ends = [...text.matchAll(PARAGRAPH)].map(({ index, 0: gap }) => [
    index,
    index + gap.length,
  ]);
  for (const [end = text.length, next = text.length] of [...ends, [text.length, text.length]]) {
    for (const { index, segment } of sentenceSegmenter.segment(text.slice(from, end)))
      if (segment.trim() !== '') yield { start: from + index, end: from + index + segment.length };
    from = next;
  }
}

/**
 * Prominence of each tracked entity in one answer, by the words that a reader sees. `mentions` are the accepted
 * mentions, in text order.
 */
export function prominenceOf(text: string, mentions: readonly Mention[]): Map<string, number> {
  if (mentions.length === 0) return new Map();
  const visible = toVisibleText(text);
  let next = 0;
  const sentences: NamingSentence[] = [];
  for (const { start, end } of sentenceSpans(visible.text)) {
    const names = new Set<string>();
    const sourceEnd = visible.toSource(start, end).end;
    for (; next < mentions.length && (mentions[next]?.start ?? 0) < sourceEnd; next += 1)
      names.add(mentions[next]?.entityId ?? '');
    // Sentences without a name only count for the position of the others, not for their words.
    const words = names.size === 0 ? 0 : countWords(visible.text.slice(start, end));
    sentences.push({ words, names: [...names] });
  }
  return prominenceShares(sentences);
}
