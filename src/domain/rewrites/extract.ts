/**
 * Builds a draft from the sentences of a copy by selecting and ordering them; it writes none. Every
 * sentence is taken verbatim, at most shortened at its end. A reply to a question is used with that
 * question only, unless the reply names its subject.
 */

import type { Block } from '../text/copy.js';
import { boundDraft, type Draft, shorten, toHeadline } from '../text/draft.js';
import { countCharacters, type Writing, writingOf } from '../text/prose.js';
import { extractFaq } from './faq.js';
import { isShort } from './score-aviv.js';
import {
  isTorn,
  joinSentences,
  type SourceSentence,
  toSourceSentences,
} from './source-sentence.js';

const ANSWER_WORDS = 60;
const ANSWER_CHARACTERS = 120;
const ANSWER_SENTENCES = 3;
const EVIDENCE = 6;
/** Sentences below this score are left to the other sections. */
const WORTH_JOINING = 5;

/** "Acme is …", "Acme helps …": statements of what a named thing is and does. */
const DEFINING =
  /\b(?:is|are|was|helps|lets|enables|allows|provides|offers|makes|builds|gives|delivers|means|ist|sind|bietet|est|sont|es|son)\b|是|提供|帮助|致力于|です|である|支援|入門|입니다|이다|제공/iu;

const KINDS = { quantity: 2, quotation: 3, citation: 2, entity: 0 } as const;

const factScore = ({ facts }: SourceSentence): number =>
  facts.reduce((sum, { kind }) => sum + KINDS[kind], 0);

/** How well a sentence says what the brand is, and why it matters to this audience. */
function answerScore(sentence: SourceSentence, brand: string, length: number): number {
  const { text, namesBrand, isQuestion, isAppeal, isDependent, words, audienceWords, at } =
    sentence;
  const place = text.toLowerCase().indexOf(brand.toLowerCase());
  const isSubject = namesBrand && place >= 0 && place < Math.max(12, text.length * 0.25);
  return (
    (namesBrand ? 3 : 0) +
    (isSubject ? 1 : 0) +
    (isSubject && DEFINING.test(text) ? 3 : 0) +
    Math.min(2, audienceWords) +
    (1 - at / length) +
    (words > ANSWER_WORDS ? -2 : 0) +
    (words < 4 && countCharacters(text) < 12 ? -3 : 0) +
    (isQuestion ? -5 : 0) +
    (isAppeal ? -4 : 0) +
    (isDependent ? -2 : 0)
  );
}

const best = <T>(items: readonly T[], score: (item: T) => number): T | undefined =>
  items.reduce<T | undefined>(
    (top, item) => (top === undefined || score(item) > score(top) ? item : top),
    undefined,
  );

/**
 * The best sentence, followed by others that belong to it, in the order of the copy, while there is
 * room.
 */
function chooseAnswer(
  sentences: readonly SourceSentence[],
  brand: string,
  writing: Writing,
): SourceSentence[] {
  const score = (sentence: SourceSentence) => answerScore(sentence, brand, sentences.length);
  const first = best(sentences, score);
  if (first === undefined) return [];
  const isRoomy = (texts: SourceSentence[]) =>
    isShort(
      joinSentences(
        texts.map(({ text }) => text),
        writing,
      ),
      writing,
      ANSWER_WORDS,
      ANSWER_CHARACTERS,
    );
  const isNext = (sentence: SourceSentence) =>
    sentence.at === first.at + 1 && sentence.block === first.block && factScore(sentence) === 0;
  const others = sentences
    .filter((sentence) => sentence !== first && !sentence.isQuestion && !sentence.isAppeal)
    // A reply to another question does not fit here.
    .filter(({ repliesTo }) => repliesTo === null)
    .filter(
      (sentence) =>
        isNext(sentence) ||
        (!sentence.isDependent && (sentence.audienceWords > 0 || score(sentence) >= WORTH_JOINING)),
    )
    .sort((a, b) => b.audienceWords - a.audienceWords || score(b) - score(a));
  let chosen = [first];
  for (const other of others) {
    if (chosen.length === ANSWER_SENTENCES) break;
    const next = [first, ...[...chosen.slice(1), other].sort((a, b) => a.at - b.at)];
    if (isRoomy(next)) chosen = next;
  }
  return chosen;
}

/** Sentences with the most facts first, so that the most citable text is read first. */
const chooseEvidence = (rest: readonly SourceSentence[]): SourceSentence[] =>
  rest
    .filter((sentence) => factScore(sentence) > 0 && !sentence.isQuestion && !sentence.isAppeal)
    .filter((sentence) => !isTorn(sentence))
    .sort((a, b) => factScore(b) - factScore(a) || a.at - b.at)
    .slice(0, EVIDENCE);

function toContext(rest: readonly SourceSentence[], writing: Writing): string {
  const kept = rest.filter(({ isQuestion, isAppeal }) => !isQuestion && !isAppeal);
  const byBlock = Map.groupBy(kept, ({ block }) => block);
  return [...byBlock.values()]
    .map((sentences) =>
      joinSentences(
        sentences.map(({ text }) => text),
        writing,
      ),
    )
    .join('\n');
}

/** The first heading that names the brand, else the first heading, else the beginning of the answer. */
function chooseHeadline(sentences: readonly SourceSentence[], answer: string): string {
  const headings = sentences.filter(({ kind }) => kind === 'heading');
  const naming = headings.find(({ namesBrand }) => namesBrand);
  return toHeadline(naming?.text ?? headings[0]?.text ?? answer);
}

/** A single sentence that is too long is cut, at a clause if possible. */
const fitAnswer = (text: string, writing: Writing): string => {
  if (isShort(text, writing, ANSWER_WORDS, ANSWER_CHARACTERS)) return text;
  if (writing === 'cjk') return shorten(text, ANSWER_CHARACTERS);
  const words = text.split(' ');
  return shorten(text, words.slice(0, ANSWER_WORDS).join(' ').length);
};

const hasStatement = (sentences: readonly SourceSentence[]): boolean =>
  sentences.some(({ isQuestion }) => !isQuestion);

/** `blocks` are the blocks of the copy, at least one. */
export function extract(
  blocks: readonly Block[],
  { brand, audience }: { brand: string; audience: string | null },
): Draft {
  const sentences = toSourceSentences(blocks, brand, audience);
  const writing = writingOf(sentences.map(({ text }) => text).join('\n'));
  const prose = sentences.filter(({ kind }) => kind !== 'heading');
  const standing = prose.filter((sentence) => !isTorn(sentence));
  const usable = [standing, prose, sentences].find(hasStatement) ?? sentences;
  const answer = chooseAnswer(usable, brand, writing);
  const rest = usable.filter((sentence) => !answer.includes(sentence));
  const evidence = chooseEvidence(rest);
  const left = rest.filter((sentence) => !evidence.includes(sentence) && !isTorn(sentence));
  return boundDraft({
    headline: chooseHeadline(sentences, answer[0]?.text ?? ''),
    answer: fitAnswer(
      joinSentences(
        answer.map(({ text }) => text),
        writing,
      ),
      writing,
    ),
    evidence: evidence.map(({ text }) => text),
    context: toContext(left, writing),
    faq: extractFaq(sentences, brand),
  });
}
