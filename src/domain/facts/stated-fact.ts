/**
 * Facts that a text states about the brand, in a form that two texts can be compared by: subject and
 * value.
 */

import { BRAND, type Entity } from '../names/alias.js';
import { createMentionFinder } from '../names/mention.js';
import { type LintReading, readWikiPage } from './reading.js';
import { toKey } from './rule.js';
import { statementsIn } from './statement.js';

export interface StatedFact {
  /** Subject of the fact: the sentence without the value. */
  about: string;
  /** Normalised value, so that equal values are equal strings. */
  value: string;
}

/** A fact with the sentence that states it. */
export interface LocatedFact extends StatedFact {
  text: string;
}

const ADDRESS_ROW =
  /^(?:our )?(?:postal |street )?(?:address|visit us|headquarters)\s?:\s+(.{4,120})$/iu;
const ADDRESS =
  /\b(?:located|situated|based|headquartered) at ([^.;!?]{4,120})|\baddress is ([^.;!?]{4,120})/iu;
/** Other subjects may have an address too: a new site, a partner. */
const OWN_SUBJECT = /^(?:we|our|it|the company)\b/iu;
const SHORT_FORMS: Record<string, string> = {
  ...{ st: 'street', str: 'street', rd: 'road', ave: 'avenue', av: 'avenue', ln: 'lane' },
  ...{ blvd: 'boulevard', dr: 'drive', sq: 'square' },
};

/** Street and number only, because texts often omit the town and the country. Null without a number. */
export function toAddress(text: string): string | null {
  const street = toKey(text.split(/[,\n]|\sin\s/)[0] ?? '')
    .split(' ')
    .map((word) => SHORT_FORMS[word] ?? word)
    .join(' ');
  return /\d/.test(street) && /\p{L}/u.test(street) ? street : null;
}

function addressesIn({ brand, passages }: LintReading): LocatedFact[] {
  const finder = createMentionFinder([brand]);
  return passages
    .filter(({ kind }) => kind !== 'heading')
    .flatMap(({ sentences }) => sentences)
    .flatMap(({ text }) => {
      const row = ADDRESS_ROW.exec(text)?.[1];
      const isOwn = OWN_SUBJECT.test(text) || finder.find(text).length > 0;
      const [, place, other] = (isOwn && ADDRESS.exec(text)) || [];
      const value = toAddress(row ?? place ?? other ?? '');
      return value === null ? [] : [{ about: 'address', value, text }];
    });
}

/**
 * Each fact of a text once; the value of a number is its digits. A text with two addresses states no
 * address.
 */
export function statedIn(reading: LintReading): LocatedFact[] {
  const addresses = addressesIn(reading);
  const sentences = new Set(addresses.map(({ text }) => text));
  const places = new Set(addresses.map(({ value }) => value));
  const found = [
    ...statementsIn(reading)
      // A house number states nothing else.
      .filter(({ text }) => !sentences.has(text))
      .map(({ about, value, text }) => ({ about, value: String(value), text })),
    ...(places.size === 1 ? addresses.slice(0, 1) : []),
  ];
  return [...new Map(found.map((fact) => [`${fact.about}\n${fact.value}`, fact])).values()];
}

const MOST_OF_ANSWER = 20;
/** References to sources are not numbers of the text. */
const FOOTNOTES = /\[\^?\d{1,3}(?:,\s?\d{1,3})*\]/gu;

/** Reads answers by others: only sentences that name the brand and no rival count. */
export function createStatedReader(brand: Entity, rivals: readonly Entity[]) {
  const finder = createMentionFinder([brand, ...rivals]);
  const isOwn = (text: string): boolean => {
    const found = finder.find(text);
    return found.length > 0 && found.every(({ entityId }) => entityId === BRAND);
  };
  return (text: string): StatedFact[] => {
    if (!/\d/.test(text)) return [];
    const reading = readWikiPage({ title: '', body: text.replace(FOOTNOTES, '') }, brand);
    const passages = reading.passages.map((passage) => ({
      ...passage,
      section: '',
      sentences: passage.sentences.filter((place) => isOwn(place.text)),
    }));
    return statedIn({ ...reading, passages })
      .slice(0, MOST_OF_ANSWER)
      .map(({ about, value }) => ({ about, value }));
  };
}
