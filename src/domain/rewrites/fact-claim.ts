/** Finds the verifiable claims of a text (metrics: fact claims). */

import type { Agreement, FactJudge } from '../facts/wiki-fact.js';
import { factsInSentence } from '../text/fact.js';
import {
  type Grounds,
  holdsInvention,
  inventionsIn,
  stands,
  toPlainWords,
} from '../text/invention.js';
import { numbersIn } from '../text/number.js';
import { countCharacters, countWords, splitSentences, writingOf } from '../text/prose.js';
import { quotationsIn, sourcesIn } from '../text/source-mention.js';

export interface FactClaim {
  claim: string;
  /** The claim is definite, and a source, the copy or the wiki of the brand supports it. */
  verifiable: boolean;
  /** Verdict of the wiki; null when the wiki says nothing about the claim. */
  agreement: Agreement | null;
  /** Sentence of the wiki behind the verdict. */
  fact: string | null;
}

const PRAISE =
  /\b(?:best|leading|greatest|finest|amazing|incredible|revolutionary|unrivalled|unparalleled|unbeatable|world[- ]class|cutting[- ]edge|state[- ]of[- ]the[- ]art|the most|number one|no\. ?1|perfect|ultimate|beste[nrs]?|führende[nrs]?)\b|#1\b|最好|最佳|最强|最先进|领先|一流|最高の|最良|一番|최고|최상/iu;

const isLongEnough = (sentence: string): boolean =>
  writingOf(sentence) === 'cjk' ? countCharacters(sentence) >= 4 : countWords(sentence) >= 3;

const isDeclarative = (sentence: string): boolean =>
  !/[?？]["”」』)）]*$/u.test(sentence) && isLongEnough(sentence);

const isSourced = (claim: string): boolean =>
  sourcesIn(claim).length > 0 || quotationsIn(claim).some(({ isAttributed }) => isAttributed);

/** Leaves out the brand, because its name is in most sentences and makes no claim definite. */
const otherNames = (claim: string, brand: string): string[] =>
  factsInSentence(claim, brand, writingOf(claim))
    .filter(({ kind }) => kind === 'entity')
    .map(({ start, end }) => claim.slice(start, end))
    .filter((name) => name !== brand);

/**
 * A claim with a number, date or name that either gives a source or repeats a value of the copy.
 * Praise needs a source. Nothing in the claim may be invented.
 */
function isVerifiable(claim: string, brand: string, grounds: Grounds): boolean {
  if (holdsInvention(inventionsIn(claim, grounds))) return false;
  const names = otherNames(claim, brand);
  // Any remaining number is in the copy, otherwise it would be an invention.
  const hasNumber = numbersIn(claim).length > 0;
  if (isSourced(claim)) return true;
  return !PRAISE.test(claim) && (hasNumber || names.some((name) => stands(grounds, name)));
}

/** The verdict of the wiki overrides the copy. */
function toClaim(claim: string, brand: string, grounds: Grounds, judge: FactJudge): FactClaim {
  const { agreement = null, fact = null } = judge(claim) ?? {};
  const verifiable =
    agreement === null ? isVerifiable(claim, brand, grounds) : agreement === 'supported';
  return { claim, verifiable, agreement, fact };
}

const SILENT: FactJudge = () => null;

/**
 * Each sentence once, whatever its punctuation. Questions are not claims, unless they contain an
 * invention.
 */
export function toFactClaims(
  texts: readonly string[],
  brand: string,
  grounds: Grounds,
  judge: FactJudge = SILENT,
): FactClaim[] {
  const seen = new Set<string>();
  return texts.flatMap(splitSentences).flatMap((claim) => {
    const key = toPlainWords(claim);
    const isClaim = isDeclarative(claim) || holdsInvention(inventionsIn(claim, grounds));
    if (!isClaim || seen.has(key)) return [];
    seen.add(key);
    return [toClaim(claim, brand, grounds, judge)];
  });
}
