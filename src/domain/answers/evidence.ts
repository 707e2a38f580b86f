/** The parts of an answer about one name; the only input of its sentiment (metrics: sentiment). */

import type { Mention } from '../names/mention.js';
import { toVisibleText } from '../text/markdown.js';
import { clausesIn, type Stretch, sentencesIn } from '../text/sentence.js';
import { sliceWhole } from '../text/snippet.js';

export interface Evidence {
  /** Visible text, at most 2,000 UTF-16 units. */
  text: string;
  /** The same with `Name` in place of each tracked name: a brand called Best must not read as praise. */
  masked: string;
}

const MAX_UNITS = 2_000;
/** Limit for one sentence, with markup and URLs. */
const MAX_SOURCE_UNITS = 8_000;
const PRONOUN = /^\P{L}*(?:(?:it|its|they|their)(?!\p{L})|该|它|其)/iu;

const isWithin = ({ start, end }: Mention, stretch: Stretch): boolean =>
  start >= stretch.start && end <= stretch.end;

const toProse = (source: string): string => toVisibleText(source).text.replace(/\s+/g, ' ').trim();

const toWindow = (parts: readonly string[]): string => sliceWhole(parts.join(' '), 0, MAX_UNITS);

/** The text of a stretch with each name replaced by `Name`. */
function mask(text: string, { start, end }: Stretch, names: readonly Mention[]): string {
  let masked = '';
  let at = start;
  for (const name of names) {
    masked += `${text.slice(at, name.start)}Name`;
    at = name.end;
  }
  return masked + text.slice(at, end);
}

/**
 * The clauses that mention the entity, and the sentence that follows if it continues about the
 * entity: the sentence begins with a pronoun and the entity was the last name before it, or the
 * mention was a heading with nothing but the name. `mentions` are those of all tracked names, in text
 * order. Null when the entity is not mentioned.
 */
export function evidenceOf(
  text: string,
  mentions: readonly Mention[],
  entityId: string,
): Evidence | null {
  if (!mentions.some((mention) => mention.entityId === entityId)) return null;
  const sentences = sentencesIn(text, mentions).filter(
    ({ start, end }) => text.slice(start, end).trim() !== '',
  );
  const parts: Evidence[] = [];
  let length = 0;
  const add = ({ start, end }: Stretch, names: readonly Mention[]): void => {
    if (length >= MAX_UNITS) return;
    const seen = { start, end: Math.min(end, start + MAX_SOURCE_UNITS) };
    const inside = names.filter((name) => name.end <= seen.end);
    parts.push({
      text: toProse(text.slice(seen.start, seen.end)),
      masked: toProse(mask(text, seen, inside)),
    });
    length += (parts.at(-1)?.text.length ?? 0) + 1;
  };

  let first = 0;
  /** Whether the previous sentence named the entity last, and whether it held nothing but names. */
  let before: { wasLast: boolean; wasBare: boolean } | null = null;
  for (const sentence of sentences) {
    while (first < mentions.length && (mentions[first] as Mention).end <= sentence.start) first++;
    const names: Mention[] = [];
    for (let i = first; i < mentions.length && isWithin(mentions[i] as Mention, sentence); i++)
      names.push(mentions[i] as Mention);
    const isNamed = names.some((mention) => mention.entityId === entityId);
    const words = text.slice(sentence.start, sentence.end);
    const goesOn =
      before !== null && (before.wasBare || (before.wasLast && PRONOUN.test(words))) && !isNamed;
    if (isNamed || goesOn) {
      let next = 0;
      for (const [index, clause] of clausesIn(text, sentence, names).entries()) {
        if (length >= MAX_UNITS) break;
        const from = next;
        while (next < names.length && isWithin(names[next] as Mention, clause)) next++;
        const inside = names.slice(from, next);
        const counts = isNamed
          ? inside.some((mention) => mention.entityId === entityId)
          : index === 0 || inside.length === 0;
        if (counts) add(clause, inside);
      }
    }
    before = isNamed
      ? {
          wasLast: names.at(-1)?.entityId === entityId,
          wasBare: !/\p{L}/u.test(mask(text, sentence, names).replaceAll('Name', '')),
        }
      : null;
  }
  return {
    text: toWindow(parts.map((part) => part.text)),
    masked: toWindow(parts.map((part) => part.masked)),
  };
}
