/** The verifiable tokens of a text: quantities, names, quotations and sources. */

import { createCover } from './cover.js';
import { numbersIn } from './number.js';
import { locateSentences, type Writing, writingOf } from './prose.js';
import { quotationsIn, sourcesIn } from './source-mention.js';

export type FactKind = 'quantity' | 'entity' | 'quotation' | 'citation';

export interface Fact {
  kind: FactKind;
  /** UTF-16 offset in the text. */
  start: number;
  end: number;
}

const CAPITAL_RUN =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}&'’.-]*(?:\s(?:(?:of|de|von|van|&)\s)?\p{Lu}[\p{L}\p{N}&'’.-]*)*/gu;
const CJK_NAME =
  /《[^《》]{1,40}》|[\p{Script=Han}]{2,12}(?:公司|集团|集團|大学|大學|银行|研究院|研究所)|株式会社[\p{L}]{1,12}|(?<![\p{Script=Latin}])\p{Lu}[\p{Script=Latin}\p{N}]+(?:\s\p{Lu}[\p{Script=Latin}\p{N}]+)*/gu;
const OPENERS = new Set(
  'a an the this that these those it its they their we our you your he she i in on at by for from with as if when while since after before all every each most many some more no not but and or so how what who why where which there here only just also then yes get try start use see learn click sign read unlike because although founded based established built made designed one'.split(
    ' ',
  ),
);

/**
 * Acronyms, mixed-case names such as `HubSpot` and names of several words do not match: they are
 * names anywhere.
 */
const isPlainWord = (run: string): boolean => /^\p{Lu}[\p{Ll}'’.-]*$/u.test(run);

function* latinNames(
  sentence: string,
  writing: Writing,
): Generator<{ start: number; end: number }> {
  const begin = sentence.search(/[\p{L}\p{N}]/u);
  for (const match of sentence.matchAll(CAPITAL_RUN)) {
    let start = match.index;
    let run = match[0].replace(/(?<![.'’-])[.'’-]+$/u, '');
    const first = run.split(' ')[0] ?? '';
    const isFirst = start <= begin;
    if (OPENERS.has(first.toLowerCase())) {
      start += first.length + 1;
      run = run.slice(first.length + 1);
    }
    if (run === '') continue;
    // The first word of a sentence is always capitalised; other languages capitalise nouns as well.
    const isDoubtful = (isFirst && start === match.index) || writing !== 'english';
    if (!isDoubtful || !isPlainWord(run)) yield { start, end: start + run.length };
  }
}

function* brandNames(sentence: string, brand: string): Generator<{ start: number; end: number }> {
  for (let at = sentence.indexOf(brand); at >= 0; at = sentence.indexOf(brand, at + brand.length))
    yield { start: at, end: at + brand.length };
}

function entitiesIn(sentence: string, brand: string, writing: Writing): Fact[] {
  const named =
    writing === 'cjk'
      ? [...sentence.matchAll(CJK_NAME)].map((match) => ({
          start: match.index,
          end: match.index + match[0].length,
        }))
      : [...latinNames(sentence, writing)];
  const brands = [...brandNames(sentence, brand)];
  const cover = createCover(sentence.length);
  for (const { start, end } of brands) cover.add(start, end);
  const others = named.filter(({ start, end }) => cover.isFree(start, end));
  return [...brands, ...others].map((place) => ({ kind: 'entity', ...place }));
}

/** Facts of one sentence, in text order. A name inside a citation does not count again. */
export function factsInSentence(sentence: string, brand: string, writing: Writing): Fact[] {
  const citations = sourcesIn(sentence).map(({ start, end }) => ({ start, end }));
  const cover = createCover(sentence.length);
  for (const { start, end } of citations) cover.add(start, end);
  const quantities = numbersIn(sentence).filter(({ isQuantity }) => isQuantity);
  return [
    ...citations.map((place): Fact => ({ kind: 'citation', ...place })),
    ...quotationsIn(sentence).map(({ start, end }): Fact => ({ kind: 'quotation', start, end })),
    ...quantities.map(({ start, end }): Fact => ({ kind: 'quantity', start, end })),
    ...entitiesIn(sentence, brand, writing).filter(({ start, end }) => cover.isFree(start, end)),
  ].sort((a, b) => a.start - b.start);
}

export function factsIn(text: string, brand: string): Fact[] {
  const writing = writingOf(text);
  return locateSentences(text).flatMap(({ text: sentence, start: at }) =>
    factsInSentence(sentence, brand, writing).map(({ kind, start, end }) => ({
      kind,
      start: at + start,
      end: at + end,
    })),
  );
}
