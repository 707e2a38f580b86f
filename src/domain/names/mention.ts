/** Finds mentions of tracked names in an answer (metrics: mentioned, position). */

import { plainCluster } from '../text/character.js';
import { toVisibleText } from '../text/markdown.js';
import { countLeading } from '../text/ordered.js';
import type { Entity } from './alias.js';
import { blocksEnd, blocksStart } from './boundary.js';
import { foldText } from './folding.js';
import { createNameSearch, type NameSearch, type NameSpan, searchNames } from './name-search.js';

/** `text.slice(start, end) === surface`: UTF-16 offsets in the answer as returned. */
export interface Mention {
  entityId: string;
  start: number;
  end: number;
  surface: string;
  /** The alias also means something else; see acceptMentions. */
  ambiguous: boolean;
}

export interface MentionFinder {
  /** All mentions in order, without overlaps; includes ambiguous ones. */
  find(text: string): Mention[];
}

/** One alias in comparable form; several may fold to one pattern. */
interface Reading {
  entityId: string;
  /** The only form that matches; null when case does not matter. */
  exact: string | null;
  ambiguous: boolean;
  /** Folded phrases in which the alias means something else. */
  exclude: readonly string[];
}

const collapseBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();
const toPattern = (text: string): string => collapseBlanks(foldText(text).text);
const toExact = (text: string): string => collapseBlanks(plainCluster(text));

function toReadings(entities: readonly Entity[]): Map<string, Reading[]> {
  const byPattern = new Map<string, Reading[]>();
  for (const { id, aliases } of entities) {
    for (const alias of aliases) {
      const pattern = toPattern(alias.text);
      const reading = {
        entityId: id,
        exact: alias.caseSensitive ? toExact(alias.text) : null,
        ambiguous: alias.requiresContext,
        exclude: alias.exclude.map(toPattern).filter((phrase) => phrase !== ''),
      };
      if (pattern !== '') byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), reading]);
    }
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

/** Compiled once per set of entities. If two entities share an alias, the first one gets it. */
export function createMentionFinder(entities: readonly Entity[]): MentionFinder {
  const byPattern = toReadings(entities);
  const readings = [...byPattern.values()];
  const names = createNameSearch([...byPattern.keys()]);
  const phrases = [...new Set(readings.flat().flatMap((reading) => reading.exclude))];
  let excluded: NameSearch | undefined;

  function find(source: string): Mention[] {
    const visible = toVisibleText(source);
    const { text } = visible;
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
    const accepted: Reading[] = [];
    const accept = (pattern: number, start: number, end: number): boolean => {
      if (blocksStart(text, start) || blocksEnd(text, end)) return false;
      for (const reading of readings[pattern] as Reading[]) {
        if (reading.exact !== null && reading.exact !== toExact(text.slice(start, end))) continue;
        if (isExcluded(reading, start, end)) continue;
        accepted.push(reading);
        return true;
      }
      return false;
    };

    const spans = searchNames(names, text, accept);
    // A search that restarted on a folded copy accepted some matches twice: the last ones are those
    // returned.
    const readingsOf = accepted.slice(accepted.length - spans.length);
    return spans.map((span, i) => {
      const { entityId, ambiguous } = readingsOf[i] as Reading;
      const { start, end } = visible.toSource(span.start, span.end);
      return { entityId, start, end, surface: source.slice(start, end), ambiguous };
    });
  }

  return { find };
}

/**
 * The mentions that count. The meaning of the text is not analysed, so ambiguous mentions count only
 * when the same answer contains an unambiguous mention of a tracked entity. Two ambiguous mentions do
 * not support each other: 苹果和小米 may be on a shopping list.
 */
export function acceptMentions(mentions: readonly Mention[]): Mention[] {
  return mentions.some((mention) => !mention.ambiguous) ? [...mentions] : [];
}
