/** Facts from the wiki of a brand, and whether a claim agrees with them. */

import type { Entity } from '../names/alias.js';
import { toPlainWords } from '../text/invention.js';
import { numbersIn } from '../text/number.js';
import { countCharacters, countWords, wordsOf, writingOf } from '../text/prose.js';
import { type LintReading, readWikiPage } from './reading.js';
import { type StatedFact, statedIn } from './stated-fact.js';

/** A sentence of the wiki; `about` and `value` are null unless the sentence states a comparable value. */
export interface WikiFact {
  text: string;
  about: string | null;
  value: string | null;
}

export type Agreement = 'supported' | 'contradicted';

export interface FactVerdict {
  agreement: Agreement;
  /** The sentence of the wiki. */
  fact: string;
}

/** Returns null when the wiki says nothing about the claim. */
export type FactJudge = (claim: string) => FactVerdict | null;

const MOST_OF_PAGE = 300;
const LONGEST_FACT = 400;

const isStating = (text: string): boolean =>
  !/[?？]["”」』)）]*$/u.test(text) &&
  text.length <= LONGEST_FACT &&
  (writingOf(text) === 'cjk' ? countCharacters(text) >= 4 : countWords(text) >= 3);

/** In page order. */
export function factsOf(reading: LintReading): WikiFact[] {
  const stated = new Map(statedIn(reading).map((fact) => [fact.text, fact]));
  const sentences = reading.passages
    .filter(({ kind }) => kind !== 'heading')
    .flatMap((passage) => passage.sentences.map(({ text }) => text));
  return [...new Set(sentences)]
    .filter((text) => stated.has(text) || isStating(text))
    .slice(0, MOST_OF_PAGE)
    .map((text) => {
      const { about = null, value = null } = stated.get(text) ?? {};
      return { text, about, value };
    });
}

/** One value per subject; subjects for which the wiki states two values are left out. */
export function settledOf<T extends StatedFact>(facts: readonly T[]): Map<string, T> {
  const settled = new Map<string, T>();
  const open = new Set<string>();
  for (const fact of facts) {
    const earlier = settled.get(fact.about);
    if (earlier === undefined) settled.set(fact.about, fact);
    else if (earlier.value !== fact.value) open.add(fact.about);
  }
  for (const about of open) settled.delete(about);
  return settled;
}

const isComparable = (fact: WikiFact): fact is WikiFact & StatedFact =>
  fact.about !== null && fact.value !== null;

const NEGATION = /\b(?:not|no|never|none|without|cannot)\b|n['’]t\b|[不没無无]|아니|않/iu;
const MOST_WORDS = 60;
/** Share of the words of a claim that one sentence of the wiki must contain. */
const SHARED = 0.6;

const numberKeys = (text: string): string[] =>
  numbersIn(text).map(({ kind, value }) => `${kind} ${value}`);

const contentWords = (text: string): Set<string> =>
  new Set(
    wordsOf(text.toLowerCase())
      .filter((word) => word.length > 3 && !/\d/.test(word))
      .map((word) => (word.length > 4 ? word.replace(/(?:es|s)$/, '') : word))
      .slice(0, MOST_WORDS),
  );

/**
 * A claim is supported when one sentence of the wiki contains all its words, or the same numbers in
 * mostly the same words. A claim is contradicted only when both state one value of the same subject
 * and the wiki states no second value for it.
 */
export function createJudge(brand: Entity, facts: readonly WikiFact[]): FactJudge {
  const settled = settledOf(facts.filter(isComparable));
  const known = facts.map(({ text }) => ({
    text,
    plain: toPlainWords(text),
    isNegative: NEGATION.test(text),
    numbers: new Set(numberKeys(text)),
    words: contentWords(text),
  }));

  function bearingOut(claim: string): string | null {
    if (!isStating(claim)) return null;
    const padded = toPlainWords(claim);
    const plain = writingOf(claim) === 'cjk' ? padded.trim() : padded;
    const isNegative = NEGATION.test(claim);
    const numbers = numberKeys(claim);
    const words = [...contentWords(claim)];
    const found = known.find((fact) => {
      if (fact.isNegative !== isNegative) return false;
      if (fact.plain.includes(plain)) return true;
      if (numbers.length === 0 || !numbers.every((key) => fact.numbers.has(key))) return false;
      const shared = words.filter((word) => fact.words.has(word)).length;
      return words.length > 0 && shared >= SHARED * words.length;
    });
    return found?.text ?? null;
  }

  return (claim) => {
    const stated = statedIn(readWikiPage({ title: '', body: claim }, brand));
    const compared = stated.flatMap((own) => {
      const fact = settled.get(own.about);
      return fact === undefined ? [] : [{ fact: fact.text, agrees: fact.value === own.value }];
    });
    const other = compared.find(({ agrees }) => !agrees);
    if (other !== undefined) return { agreement: 'contradicted', fact: other.fact };
    const fact = compared[0]?.fact ?? bearingOut(claim);
    return fact === null ? null : { agreement: 'supported', fact };
  };
}

const MOST_GIVEN = 40;
const MOST_GIVEN_CHARACTERS = 4_000;

/** Facts that an engine may use beside the copy: those closest to `texts`, within the limits above. */
export function factsFor(facts: readonly WikiFact[], texts: readonly string[]): string[] {
  const wanted = contentWords(texts.join(' ').slice(0, 20_000));
  const settled = settledOf(facts.filter(isComparable));
  // Subjects on which the wiki contradicts itself are left out too.
  const usable = facts.filter(({ about }) => about === null || settled.has(about));
  const rated = usable.map(({ text, about }, at) => {
    const shared = [...contentWords(text)].filter((word) => wanted.has(word)).length;
    return { text, at, score: shared + (about === null ? 0 : 0.5) };
  });
  const chosen: typeof rated = [];
  let left = MOST_GIVEN_CHARACTERS;
  for (const fact of rated.sort((a, b) => b.score - a.score || a.at - b.at)) {
    if (chosen.length === MOST_GIVEN) break;
    if (fact.text.length > left) continue;
    chosen.push(fact);
    left -= fact.text.length;
  }
  return chosen.sort((a, b) => a.at - b.at).map(({ text }) => text);
}
