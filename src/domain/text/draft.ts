/** A rewrite's words: the most important first, then what bears it out, then the rest. */

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

/** In code points; what an engine sends may be of any length. */
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

/** As many whole characters as fit: half an emoji is none. */
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
 * Cut to a length at the end of a sentence or clause, else between words, else between characters;
 * nothing is put in the place of what is left out.
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

/** What a headline is not: closed by a full stop, or of several lines. */
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

/** Of two questions that say the same, or two answers, the first stays. */
export function distinctFaq(faq: readonly FaqEntry[]): FaqEntry[] {
  const seen = new Set<string>();
  return faq.filter(({ question, answer }) => {
    const keys = [`q ${foldOf(question)}`, `a ${foldOf(answer)}`];
    if (question === '' || answer === '' || keys.some((key) => seen.has(key))) return false;
    for (const key of keys) seen.add(key);
    return true;
  });
}

/** The same draft within every bound, without what is empty or said twice. */
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

/** What is read from top to bottom; headline and FAQ repeat it. */
export const bodyOf = ({ answer, evidence, context }: Draft): string =>
  [answer, ...evidence, context].filter((part) => part !== '').join('\n');
