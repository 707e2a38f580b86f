/** Finds mentions of tracked names in an answer (metrics: mentioned, position). */

import { plainCluster } from '../text/character.js';
import { toVisibleText } from '../text/markdown.js';
import { countLeading } from '../text/ordered.js';
import type { Alias, Entity } from './alias.js';
import { startsName, tailAt } from './boundary.js';
import { isCommonWord } from './certainty.js';
import { isInflected, stemsOf } from './ending.js';
import { foldText } from './folding.js';
import { unmixScripts } from './mixed-script.js';
import { createNameSearch, type NameSearch, type NameSpan, searchNames } from './name-search.js';
import { type Spelling, Surroundings } from './surroundings.js';
import { variantsOf } from './variant.js';

/** `text.slice(start, end) === surface`: UTF-16 offsets in the answer as returned. */
export interface Mention {
  entityId: string;
  start: number;
  end: number;
  surface: string;
  /** The match may mean something else; see acceptMentions. */
  uncertain: boolean;
  /** The match looks like part of another name, so only a judge can accept it. */
  isOtherName: boolean;
}

export interface MentionFinder {
  /** All mentions in order, without overlaps, uncertain ones too. `language` is that of the prompt. */
  find(text: string, language?: string): Mention[];
}

/** One spelling of a name in comparable form; several may fold to one pattern. */
interface Reading extends Spelling {
  entityId: string;
  /** The only form that matches; null when case does not matter. */
  exact: string | null;
  /** The customer says that the name means other things too. */
  requiresContext: boolean;
  /** Folded phrases in which the alias means something else. */
  exclude: readonly string[];
}

const collapseBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();
const toPattern = (text: string): string => collapseBlanks(foldText(text).text);
const toExact = (text: string): string => collapseBlanks(plainCluster(text));

/** Variants that the customer has not removed. A name whose case matters keeps its letters. */
const keptVariants = ({ text, caseSensitive, without }: Alias): string[] =>
  variantsOf(text, { isExact: caseSensitive }).filter((variant) => !without?.includes(variant));

/** Articles that merge with the preposition before them: للراجحي is `to الراجحي`, `du Monde` `of Le Monde`. */
const MERGING = [
  { article: 'ال', merged: ['لل'] },
  { article: 'le ', merged: ['du ', 'au '] },
  { article: 'les ', merged: ['des ', 'aux '] },
];

/** The spellings of an alias: as given, or its variants; and the stems of those. */
function* spellingsOf(
  entityId: string,
  alias: Alias,
  texts: readonly string[],
): Generator<{ pattern: string; reading: Reading }> {
  const exclude = alias.exclude.map(toPattern).filter((phrase) => phrase !== '');
  for (const text of texts) {
    const pattern = toPattern(text);
    const reading: Reading = {
      entityId,
      exact: alias.caseSensitive ? toExact(text) : null,
      requiresContext: alias.requiresContext,
      isCommon: isCommonWord(pattern),
      isCapitalised: /^\p{Lu}(?:[\p{Ll}\p{M}'’ʼ]+|\p{Lu}*)(?:[ -]|$)/u.test(text),
      exclude,
      stem: null,
      prefixes: [],
      isInflected: isInflected(pattern),
    };
    yield { pattern, reading };
    if (alias.caseSensitive) continue;
    for (const { text: stem, ...needed } of stemsOf(pattern))
      yield { pattern: stem, reading: { ...reading, stem: needed } };
    for (const { article, merged } of MERGING)
      if (pattern.startsWith(article) && pattern.length > article.length + 2)
        yield {
          pattern: pattern.slice(article.length),
          reading: { ...reading, prefixes: merged },
        };
  }
}

/** If two entities share a spelling, the first one gets it, and a given name goes before a variant. */
function toReadings(entities: readonly Entity[]): Map<string, Reading[]> {
  const aliases = entities.flatMap((entity) => entity.aliases.map((alias) => ({ entity, alias })));
  const byPattern = new Map<string, Reading[]>();
  for (const textsOf of [({ text }: Alias) => [text], keptVariants])
    for (const { entity, alias } of aliases)
      for (const { pattern, reading } of spellingsOf(entity.id, alias, textsOf(alias))) {
        if (pattern === '') continue;
        const known = byPattern.get(pattern);
        if (known === undefined) byPattern.set(pattern, [reading]);
        else known.push(reading);
      }
  return byPattern;
}

/** Includes overlapping spans: returning false makes the search continue at the next position. */
function allSpans(search: NameSearch, text: string): NameSpan[] {
  const spans: NameSpan[] = [];
  searchNames(search, text, (pattern, start, end) => {
    spans.push({ pattern, start, end });
    return false;
  });
  return spans;
}

/** Whether bold or a link holds the name and nothing else. */
const isMarked = (source: string, start: number, end: number): boolean =>
  /[*_[]$/.test(source.slice(start - 1, start)) && /^[*_\]]/.test(source.slice(end, end + 1));

/** Compiled once per set of entities. */
export function createMentionFinder(entities: readonly Entity[]): MentionFinder {
  const byPattern = toReadings(entities);
  const readings = [...byPattern.values()];
  const names = createNameSearch([...byPattern.keys()]);
  const phrases = [...new Set(readings.flat().flatMap((reading) => reading.exclude))];
  let excluded: NameSearch | undefined;

  function find(source: string, language = 'en'): Mention[] {
    const visible = toVisibleText(source);
    const text = unmixScripts(visible.text);
    // Few aliases have excluded phrases and few texts contain those aliases, so the phrases are
    // searched on demand.
    let phraseSpans: Map<string, NameSpan[]> | undefined;
    const isExcluded = (reading: Reading, start: number, end: number): boolean => {
      if (reading.exclude.length === 0) return false;
      excluded ??= createNameSearch(phrases);
      phraseSpans ??= Map.groupBy(
        allSpans(excluded, text),
        ({ pattern }) => phrases[pattern] ?? '',
      );
      // Spans of one phrase that begin later also end later.
      const spans = phraseSpans;
      return reading.exclude.some((phrase) => {
        const of = spans.get(phrase) ?? [];
        const covering = of[countLeading(of, (span) => span.end < end)];
        return covering !== undefined && covering.start <= start;
      });
    };
    const around = new Surroundings(text, language);
    /** Names that the text also has as words in lower case. */
    const plainWords = new Set<string>();
    const accepted: (Pick<Mention, 'entityId' | 'uncertain' | 'isOtherName'> & { tail: string })[] =
      [];
    const accept = (pattern: number, start: number, end: number): boolean => {
      if (!startsName(text, start) || around.isInAddress(start, end)) return false;
      const tail = tailAt(text, end);
      const surface = text.slice(start, end);
      for (const reading of readings[pattern] as Reading[]) {
        if (reading.exact !== null && reading.exact !== toExact(surface)) continue;
        if (around.isPlainWord(surface, end, reading)) {
          plainWords.add(reading.entityId);
          continue;
        }
        if (!around.fits(surface, start, tail, reading) || isExcluded(reading, start, end))
          continue;
        const { entityId } = reading;
        // An inflected name may follow a capitalised word of another phrase.
        const isOtherName = tail === '' && around.isOtherName(start, end, reading);
        const uncertain =
          isOtherName || reading.requiresContext || around.isUncertain(start, end, reading);
        accepted.push({ entityId, uncertain, isOtherName, tail });
        return true;
      }
      return false;
    };

    const spans = searchNames(names, text, accept);
    // A search that restarted on a folded copy accepted some matches twice: the last ones are those
    // returned.
    const readAs = accepted.slice(accepted.length - spans.length);
    return spans.map((span, i) => {
      const { entityId = '', uncertain = false, isOtherName = false, tail = '' } = readAs[i] ?? {};
      // The surface holds the ending, so that it can be masked with the name.
      const last = tail === '' ? span.end : text.indexOf(tail, span.end) + tail.length;
      const { start, end } = visible.toSource(span.start, last);
      // A word that the text also writes in lower case may be that word where a sentence begins.
      const isAlone = isMarked(source, start, end);
      const isWord = plainWords.has(entityId) && around.mayBeWord(span.start, span.end);
      return {
        entityId,
        start,
        end,
        surface: source.slice(start, end),
        uncertain: !isAlone && (uncertain || isWord),
        isOtherName: !isAlone && (isOtherName || isWord),
      };
    });
  }

  return { find };
}

const MIN_CATEGORY_LETTERS = 4;
const CJK_WORD = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u;

/** Whether the text has a word of the category, or one that begins with it: `shoe` in shoes. */
function namesCategory(text: string, category: string): boolean {
  const folded = foldText(text).text;
  return foldText(category)
    .text.split(/[^\p{L}\p{N}]+/u)
    .some((word) =>
      CJK_WORD.test(word)
        ? folded.includes(word)
        : word.length >= MIN_CATEGORY_LETTERS &&
          new RegExp(`(?<!\\p{L})${word.replace(/s$/, '')}`, 'u').test(folded),
    );
}

/**
 * The mentions that count. Uncertain ones count only in a context: the same answer has a certain mention of a tracked
 * name, or a word of the brand's category; what looks like part of another name counts in none. Two uncertain mentions do not support each other: 苹果和小米 may be on a
 * shopping list.
 */
export function acceptMentions(
  mentions: readonly Mention[],
  text: string,
  category: string | null,
): Mention[] {
  if (mentions.length === 0) return [];
  const hasContext =
    mentions.some((mention) => !mention.uncertain) ||
    (category !== null && namesCategory(text, category));
  return hasContext ? mentions.filter(({ isOtherName }) => !isOtherName) : [];
}
