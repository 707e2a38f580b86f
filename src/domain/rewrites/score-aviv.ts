/**
 * Readiness of a rewrite to be cited by an answer engine (metrics: score_aviv). The weights are a
 * choice of this project.
 */

import { BRAND, toEntity } from '../names/alias.js';
import { createMentionFinder } from '../names/mention.js';
import { sumOf } from '../statistics/sum.js';
import { bodyOf, type Draft, distinctFaq } from '../text/draft.js';
import { type Fact, type FactKind, factsIn } from '../text/fact.js';
import { type Grounds, inventionsIn } from '../text/invention.js';
import { numbersIn } from '../text/number.js';
import { countCharacters, countWords, splitSentences, type Writing } from '../text/prose.js';
import { fluencyOf, type Readability, readabilityOf } from '../text/readability.js';
import { quotationsIn, sourcesIn } from '../text/source-mention.js';

/** Weights of fact kinds, a choice of this project: a name alone says least. */
const FACT_WEIGHTS: Record<FactKind, number> = {
  quantity: 1,
  quotation: 1,
  citation: 1,
  entity: 0.5,
};

/**
 * In [0, 1]; about 0.5 when facts are spread evenly, 0 without facts. `length` is the length of the
 * text.
 */
export function frontLoadingIndex(
  facts: readonly Pick<Fact, 'kind' | 'start'>[],
  length: number,
): number {
  const weight = facts.reduce((sum, { kind }) => sum + FACT_WEIGHTS[kind], 0);
  if (weight === 0 || length === 0) return 0;
  return (
    facts.reduce((sum, { kind, start }) => sum + FACT_WEIGHTS[kind] * (1 - start / length), 0) /
    weight
  );
}

/** Scores of different versions must not be compared. */
export const COPY_SCORE_VERSION = '2026-1';

export interface ScoreParts {
  /** The numbers are between 0 and 1. */
  quotations: number;
  statistics: number;
  fluency: number;
  citations: number;
  shortSentences: number;
  frontLoading: number;
  answerFirst: boolean;
  faqOk: boolean;
  jsonldValid: boolean;
  stuffed: boolean;
}

const WEIGHTS = {
  features: 70,
  quotations: 0.2901,
  statistics: 0.217,
  fluency: 0.1986,
  citations: 0.195,
  shortSentences: 0.0993,
  answerFirst: 10,
  frontLoading: 5,
  faqOk: 5,
  jsonldValid: 10,
  stuffed: 0.917,
} as const;

const WORDS_PER_QUOTATION = 200;
const WORDS_PER_STATISTIC = 50;
const WORDS_PER_CITATION = 100;
export const SHORT_WORDS = 25;
export const SHORT_CHARACTERS = 50;
export const ANSWER_WORDS = 60;
export const ANSWER_CHARACTERS = 120;
const FAQ_ENTRIES = 3;
const STUFFED_SHARE = 0.03;

/** From 0 to 100, not rounded. */
export function toScore(parts: ScoreParts): number {
  const features =
    WEIGHTS.quotations * parts.quotations +
    WEIGHTS.statistics * parts.statistics +
    WEIGHTS.fluency * parts.fluency +
    WEIGHTS.citations * parts.citations +
    WEIGHTS.shortSentences * parts.shortSentences;
  const score =
    WEIGHTS.features * features +
    WEIGHTS.answerFirst * Number(parts.answerFirst) +
    WEIGHTS.frontLoading * parts.frontLoading +
    WEIGHTS.faqOk * Number(parts.faqOk) +
    WEIGHTS.jsonldValid * Number(parts.jsonldValid);
  return score * (parts.stuffed ? WEIGHTS.stuffed : 1);
}

export const isShort = (
  text: string,
  writing: Writing,
  words: number,
  characters: number,
): boolean => (writing === 'cjk' ? countCharacters(text) <= characters : countWords(text) <= words);

/** One mention is always allowed. */
export const isStuffed = (mentions: number, words: number): boolean =>
  mentions > 1 && mentions / words > STUFFED_SHARE;

/** Counts of quotations, statistics and citations in a sentence, without inventions. */
function countEvidence(sentence: string, grounds: Grounds) {
  const invented = inventionsIn(sentence, grounds);
  const isKept = (places: ReadonlySet<number>) => (found: { start: number }) =>
    !places.has(found.start);
  return {
    quotations: quotationsIn(sentence)
      .filter(({ isAttributed }) => isAttributed)
      .filter(isKept(invented.quotations)).length,
    statistics: numbersIn(sentence)
      .filter(({ isQuantity }) => isQuantity)
      .filter(isKept(invented.numbers)).length,
    citations: sourcesIn(sentence).filter(isKept(invented.sources)).length,
  };
}

export interface Measured {
  parts: ScoreParts;
  readability: Readability;
}

const NOTHING: ScoreParts = {
  ...{ quotations: 0, statistics: 0, fluency: 0, citations: 0, shortSentences: 0, frontLoading: 0 },
  ...{ answerFirst: false, faqOk: false, jsonldValid: false, stuffed: false },
};

/** Measures the body of a draft; without words every part is 0. */
export function measureDraft(
  draft: Draft,
  { brand, grounds, jsonldValid }: { brand: string; grounds: Grounds; jsonldValid: boolean },
): Measured {
  const body = bodyOf(draft);
  const words = countWords(body);
  const readability = readabilityOf(body);
  const { writing } = readability;
  const sentences = splitSentences(body);
  const evidence = sentences.map((sentence) => countEvidence(sentence, grounds));
  const share = (kind: keyof (typeof evidence)[number], wordsPer: number): number =>
    Math.min(1, (sumOf(evidence, kind) * wordsPer) / Math.max(1, words));
  const finder = createMentionFinder([toEntity(BRAND, brand)]);
  const mentions = finder.find(body).length;
  const short = sentences.filter((text) => isShort(text, writing, SHORT_WORDS, SHORT_CHARACTERS));
  const namesFirst = finder.find(splitSentences(draft.answer)[0] ?? '').length > 0;
  const parts: ScoreParts = {
    quotations: share('quotations', WORDS_PER_QUOTATION),
    statistics: share('statistics', WORDS_PER_STATISTIC),
    citations: share('citations', WORDS_PER_CITATION),
    fluency: fluencyOf(readability),
    shortSentences: short.length / Math.max(1, sentences.length),
    frontLoading: frontLoadingIndex(factsIn(body, brand), body.length),
    answerFirst: namesFirst && isShort(draft.answer, writing, ANSWER_WORDS, ANSWER_CHARACTERS),
    faqOk: distinctFaq(draft.faq).length >= FAQ_ENTRIES,
    jsonldValid,
    stuffed: isStuffed(mentions, words),
  };
  return { parts: words === 0 ? NOTHING : parts, readability };
}
