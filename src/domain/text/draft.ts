/** The text of a rewrite: the most important statement first, then its evidence, then the rest. */

import { toNormalForm } from './normal-form.js';

export interface FaqEntry {
  question: string;
  answer: string;
}

export interface Draft {
  headline: string;
  answer: string;
  evidence: string[];
  context: string;
  faq: FaqEntry[];
}

/** Limits in code points; engines may send texts of any length. */
const LONGEST = {
  headline: 110,
  answer: 1_200,
  evidence: 600,
  context: 4_000,
  question: 200,
  faqAnswer: 800,
};
const MOST = { evidence: 10, faq: 8 };

export const HEADLINE_LENGTH = LONGEST.headline;

const lengthOf = (text: string): number => [...text].length;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts between graphemes, so that no emoji is split. */
function cut(text: string, length: number): string {
  let kept = '';
  let left = length;
  for (const { segment } of graphemes.segment(text)) {
    left -= lengthOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return kept;
}

const CLAUSE_END = /[,;:，；：、—–](?=[\s\p{L}]|$)|\s[-—–](?=\s)/gu;
const SENTENCE_END = /[.!?](?=\s|["”’)])|[。！？]/gu;

function lastEnd(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1;
}

/**
 * Shortens a text at the end of a sentence or clause, otherwise between words, otherwise between
 * characters. Adds no ellipsis.
 */
export function shorten(text: string, length: number): string {
  if (lengthOf(text) <= length) return text;
  const head = cut(text, length);
  const least = head.length / 3;
  const sentence = lastEnd(head, SENTENCE_END);
  if (sentence > least) return head.slice(0, sentence + 1);
  const clause = lastEnd(head, CLAUSE_END);
  if (clause > least) return head.slice(0, clause).trimEnd();
  const word = head.lastIndexOf(' ');
  return (word > least ? head.slice(0, word) : head).trimEnd();
}

/** Shortens a headline and removes the full stop at its end. */
export const toHeadline = (text: string): string =>
  shorten(text.replace(/(?<![.。])[.。]+$/u, ''), HEADLINE_LENGTH).replace(
    /(?<![\s,;:，；：、])[\s,;:，；：、]+$/u,
    '',
  );

const foldOf = (text: string): string =>
  toNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Keeps the first of several entries with the same question or the same answer. */
export function distinctFaq(faq: readonly FaqEntry[]): FaqEntry[] {
  const seen = new Set<string>();
  return faq.filter(({ question, answer }) => {
    const keys = [`q ${foldOf(question)}`, `a ${foldOf(answer)}`];
    if (question === '' || answer === '' || keys.some((key) => seen.has(key))) return false;
    for (const key of keys) seen.add(key);
    return true;
  });
}

/** The same draft within all limits, without empty or repeated parts. */
export function boundDraft(draft: Draft): Draft {
  const evidence = draft.evidence.map((point) => shorten(point, LONGEST.evidence));
  const faq = draft.faq.map(({ question, answer }) => ({
    question: shorten(question, LONGEST.question),
    answer: shorten(answer, LONGEST.faqAnswer),
  }));
  return {
    headline: toHeadline(draft.headline),
    answer: shorten(draft.answer, LONGEST.answer),
    evidence: [...new Set(evidence)].filter((point) => point !== '').slice(0, MOST.evidence),
    context: shorten(draft.context, LONGEST.context),
    faq: distinctFaq(faq).slice(0, MOST.faq),
  };
}

/** Text read from top to bottom, without headline and FAQ, which repeat it. */
export const bodyOf = ({ answer, evidence, context }: Draft): string =>
  [answer, ...evidence, context].filter((part) => part !== '').join('\n');
