/** The parts of an answer about one name; the only input of its sentiment (metrics: sentiment). */

import type { Mention } from '../names/mention.js';
import { toVisibleText } from '../text/markdown.js';
import { clausesIn, type Stretch, sentencesIn } from '../text/sentence.js';
import { sliceWhole } from '../text/snippet.js';
import { IDLE, OWN_NAME, RIVAL_NAME } from './tone.js';

export interface Evidence {
  /** Visible text, at most 2,000 UTF-16 units. */
  text: string;
  /** The same with OWN_NAME or RIVAL_NAME for each tracked name: a brand called Best must not read as praise. */
  masked: string;
}

const MAX_UNITS = 2_000;
/** Limit for one sentence, with markup and URLs. */
const MAX_SOURCE_UNITS = 8_000;
/** A sentence about what the sentence before it named, after an adverb at most. */
const PRONOUN =
  /^\P{L}*(?:(?:however|but|also|still|yet|overall|and|plus|in addition|additionally|that said|on the downside|on the other hand|unfortunately|fortunately|moreover|furthermore),?\s+)?(?:(?:it|its|it['’]s|they|their|the (?:app|brand|company|company['’]s|hotel|interface|maker|model|platform|plan|price|pricing|product|provider|service|software|staff|support|tool|website))(?!\p{L})|该|它|其)/iu;

/** A blank line, or the end of a list. */
const PARAGRAPH = /\n[ \t]*\n/;

const isWithin = ({ start, end }: Mention, stretch: Stretch): boolean =>
  start >= stretch.start && end <= stretch.end;

const toProse = (source: string): string => toVisibleText(source).text.replace(/\s+/g, ' ').trim();

const toWindow = (parts: readonly string[]): string => sliceWhole(parts.join(' '), 0, MAX_UNITS);

/** The text of a stretch with each name replaced by a mark. */
function mask(
  text: string,
  { start, end }: Stretch,
  names: readonly Mention[],
  entityId: string,
): string {
  let masked = '';
  let at = start;
  for (const name of names) {
    masked += text.slice(at, name.start) + (name.entityId === entityId ? OWN_NAME : RIVAL_NAME);
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
      masked: toProse(mask(text, seen, inside, entityId)),
    });
    length += (parts.at(-1)?.text.length ?? 0) + 1;
  };

  let first = 0;
  let last = 0;
  /** Whether the previous sentence named the entity last, and whether it held nothing but names. */
  let before: { wasLast: boolean; wasBare: boolean } | null = null;
  for (const sentence of sentences) {
    // A paragraph about something else may follow.
    if (before?.wasBare !== true && PARAGRAPH.test(text.slice(last, sentence.start))) before = null;
    last = sentence.end;
    while (first < mentions.length && (mentions[first] as Mention).end <= sentence.start) first++;
    const names: Mention[] = [];
    for (let i = first; i < mentions.length && isWithin(mentions[i] as Mention, sentence); i++)
      names.push(mentions[i] as Mention);
    const isNamed = names.some((mention) => mention.entityId === entityId);
    const words = text.slice(sentence.start, sentence.end);
    const refers = PRONOUN.test(words) && !IDLE.test(words);
    const goesOn: boolean =
      before !== null && !isNamed && (before.wasBare || (before.wasLast && refers));
    if (isNamed || goesOn) {
      let next = 0;
      /** The last name so far: a clause without a name continues about it. */
      let about = isNamed ? null : entityId;
      for (const clause of clausesIn(text, sentence, names)) {
        if (length >= MAX_UNITS) break;
        const from = next;
        while (next < names.length && isWithin(names[next] as Mention, clause)) next++;
        const inside = names.slice(from, next);
        const isAbout =
          inside.length === 0
            ? about === entityId
            : inside.some((mention) => mention.entityId === entityId);
        if (isAbout || (goesOn && from === 0 && inside.length === 0)) add(clause, inside);
        about = inside.at(-1)?.entityId ?? about;
      }
    }
    const wasBare = isNamed && !/[\p{L}\p{N}]/u.test(mask(text, sentence, names, entityId));
    if (isNamed) before = { wasLast: names.at(-1)?.entityId === entityId, wasBare };
    else before = goesOn && names.length === 0 ? { wasLast: true, wasBare: false } : null;
  }
  return {
    text: toWindow(parts.map((part) => part.text)),
    masked: toWindow(parts.map((part) => part.masked)),
  };
}
