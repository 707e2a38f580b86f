/** Questions that a copy answers verbatim. */

import { distinctFaq, type FaqEntry } from '../text/draft.js';
import { type Writing, writingOf } from '../text/prose.js';
import {
  CHINESE_FAQ,
  ENGLISH_FAQ,
  type FaqTemplate,
  JAPANESE_FAQ,
  KOREAN_FAQ,
} from './faq-template.js';
import { joinSentences, type SourceSentence } from './source-sentence.js';

const MOST = 8;
const SHORTEST_ANSWER_WORDS = 3;

/** A sentence with such a beginning is about the brand, whatever else it names. */
const OF_THE_BRAND =
  /^(?:it|its|they|we|our|us|the|plans?|pricing|prices?|teams?|customers?|users?|every|each|all|an?|from|for|founded|based|built|made|designed|with|since|in|over|more|most|used|trusted|main|shipping|delivery|memberships?|tickets?|rooms?|entry|admission|meals?|children|adults|subscriptions?|packages?|seats?|licen[cs]es?|monthly|annual|yearly|free|basic|standard|premium|no|there|you|your|rates?|fees?|orders?|companies|businesses|agencies|people|thousands|hundreds|\d)(?=\W|$)/iu;

/** Templates depend on the language; a copy in any other language only yields its own questions. */
function templatesFor(copy: string): readonly FaqTemplate[] {
  const writing = writingOf(copy);
  if (writing === 'english') return ENGLISH_FAQ;
  if (writing === 'other') return [];
  if (/\p{Script=Hangul}/u.test(copy)) return KOREAN_FAQ;
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(copy) ? JAPANESE_FAQ : CHINESE_FAQ;
}

/** About the brand and not a rival: the sentence names the brand or begins with no name at all. */
const isOfBrand = ({ text, namesBrand }: SourceSentence): boolean =>
  namesBrand || OF_THE_BRAND.test(text) || /^[^\p{Lu}]*$/u.test(text);

/** The questions in the copy, with the sentences that reply to them. */
function* ownQuestions(
  sentences: readonly SourceSentence[],
  writing: Writing,
): Generator<FaqEntry> {
  const replies = Map.groupBy(sentences, ({ repliesTo }) => repliesTo);
  for (const [at, { text }] of sentences.entries()) {
    const answer = joinSentences(
      (replies.get(at) ?? []).map((reply) => reply.text),
      writing,
    );
    if (answer !== '') yield { question: text, answer };
  }
}

function* templateQuestions(
  sentences: readonly SourceSentence[],
  templates: readonly FaqTemplate[],
  brand: string,
  taken: Set<string>,
): Generator<FaqEntry> {
  for (const { question, answers, needsBrand, needs } of templates) {
    const fits = (sentence: SourceSentence): boolean =>
      !taken.has(sentence.text) &&
      (needsBrand ? sentence.namesBrand : isOfBrand(sentence)) &&
      answers.test(sentence.text) &&
      (needs?.(sentence) ?? true);
    const answer = sentences.find(fits);
    if (answer === undefined) continue;
    taken.add(answer.text);
    // split/join, because `$&` in a brand name would be special in a replacement string.
    yield { question: question.split('{brand}').join(brand), answer: answer.text };
  }
}

/** Answers are verbatim sentences of the copy; there may be fewer than three. */
export function extractFaq(sentences: readonly SourceSentence[], brand: string): FaqEntry[] {
  const copy = sentences.map(({ text }) => text).join('\n');
  const own = [...ownQuestions(sentences, writingOf(copy))];
  const taken = new Set(
    sentences.filter(({ repliesTo }) => repliesTo !== null).map(({ text }) => text),
  );
  const usable = sentences.filter(
    ({ isQuestion, isAppeal, kind, words }) =>
      !isQuestion && !isAppeal && kind !== 'heading' && words >= SHORTEST_ANSWER_WORDS,
  );
  const templates = templatesFor(copy);
  const made = templateQuestions(usable, templates, brand, taken);
  return distinctFaq([...own, ...made]).slice(0, MOST);
}
