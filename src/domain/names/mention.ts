/** Which tracked names an answer mentions, and where (metrics: mentioned, position). */

import { plainCluster } from '../text/character.js';
import { toVisibleText } from '../text/markdown.js';
import { countLeading } from '../text/ordered.js';
import type { Entity } from './alias.js';
import { blocksEnd, blocksStart } from './boundary.js';
import { foldText } from './folding.js';
import { createNameSearch, type NameSearch, type NameSpan, searchNames } from './name-search.js';

/** `text.slice(start, end) === surface`: UTF-16 offsets into the answer as it was returned. */
export interface Mention {
  entityId: string;
  start: number;
  end: number;
  surface: string;
  /** The alias also means something else; see acceptMentions. */
  ambiguous: boolean;
}

export interface MentionFinder {
  /** All mentions in their order, none overlapping another; ambiguous ones included. */
  find(text: string): Mention[];
}

/** One alias as it is compared; several may fold to one pattern. */
interface Reading {
  entityId: string;
  /** The only form that counts, or null when case says nothing. */
  exact: string | null;
  ambiguous: boolean;
  /** Folded phrases in which it means something else. */
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

/** Overlapping ones too: accepting none keeps the search from passing over any. */
function allSpans(search: NameSearch, text: string): NameSpan[] {
  const spans: NameSpan[] = [];
  searchNames(search, text, (pattern, start, end) => {
    spans.push({ pattern, start, end });
    return false;
  });
  return spans;
}

/** Compiled once for a set of entities. Where two share an alias, the one listed first has it. */
export function createMentionFinder(entities: readonly Entity[]): MentionFinder {
  const byPattern = toReadings(entities);
  const readings = [...byPattern.values()];
  const names = createNameSearch([...byPattern.keys()]);
  const phrases = [...new Set(readings.flat().flatMap((reading) => reading.exclude))];
  let excluded: NameSearch | undefined;

  function find(source: string): Mention[] {
    const visible = toVisibleText(source);
    const { text } = visible;
    // Few aliases have such phrases and few texts their hits, so they are searched for when one is met.
    let phraseSpans: Map<string, NameSpan[]> | undefined;
    const isExcluded = (reading: Reading, start: number, end: number): boolean => {
      if (reading.exclude.length === 0) return false;
      excluded ??= createNameSearch(phrases);
      phraseSpans ??= Map.groupBy(
        allSpans(excluded, text),
        ({ pattern }) => phrases[pattern] ?? '',
      );
      // Of one phrase, what begins later ends later.
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
    // A search that had to begin again on a folded copy has accepted some twice: the last ones are those returned.
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
 * The mentions that count. Nothing reads an answer's meaning here, so an ambiguous hit counts by its company: only
 * when the same answer names the same or another tracked entity beyond doubt. Two ambiguous hits prove nothing to
 * each other: 苹果和小米 may be on a shopping list.
 */
export function acceptMentions(mentions: readonly Mention[]): Mention[] {
  return mentions.some((mention) => !mention.ambiguous) ? [...mentions] : [];
}
