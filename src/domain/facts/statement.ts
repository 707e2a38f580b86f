/**
 * Statements with one number each, normalised: two statements that differ only in the number are a
 * contradiction.
 */

import { createMentionFinder, type MentionFinder } from '../names/mention.js';
import { isLabel, numbersIn, type StatedNumber } from '../text/number.js';
import type { LintReading } from './reading.js';
import { toKey } from './rule.js';
import type { TextSpan } from './text-span.js';

export interface FactStatement extends TextSpan {
  /** Subject of the statement: the sentence without the value. */
  about: string;
  value: number;
  /** The value as written in the text. */
  shown: string;
}

const OWN = 'ownname';
/** In a text about one brand, these words mean the brand. */
const ITSELF = /^(?:it|we|the (?:company|firm|business|brand)|our company)(?=\s|$)/;
const FOUNDED =
  /^(?:ownname )?(?:was |were |is )?(?:first |originally )?(?:founded|established|incorporated)(?: ownname)? (?:back )?in (?:january |february |march |april |may |june |july |august |september |october |november |december )?#/;
const FOUNDED_ROW =
  /^(?:ownname )?(?:founded|established|founding year|year founded|year of foundation)(?: in)? #$/;
const STAFF =
  /^ownname (?:has|have|employs|counts) # (?:employees|people|staff|team members)$|^(?:number of )?(?:employees|headcount) #$/;
const STATES =
  /(?:^|\s)(?:is|are|has|have|costs?|employs?|serves?|offers?|supports?|weighs?|lasts?|takes?|starts? at|starts? from|begins? at|counts?|covers?)\s/;
/** Words that number what follows, or give a time. */
const NUMBERING =
  /^(?:step|chapter|figure|fig|version|section|part|table|phase|day|week|month|quarter|question|rule|page|example|option|note|in|by|as of|during|since|until|last|this|next)\b/;
/** Headings that do not say what a number belongs to. */
const GENERIC = new Set(
  '|facts|key facts|about|about us|overview|company|profile|history|pricing|prices|price|plans|faq|summary|introduction|details'.split(
    '|',
  ),
);

/** After these words a bare figure is a value. After a noun it is part of a name: `route 66`. */
const BARE_VALUE =
  /(?:^|[^\p{L}])(?:is|are|has|have|costs?|counts?|employs?|serves?|of|to|at|from|about|around|over|under|nearly|almost|approximately|roughly|than|least|most|only|just|exactly|now|currently|today|in)\s$|[:|]\s$/iu;
/** The sentence describes one of several things, so another of them may have another number. */
const ONE_OF_MANY =
  /\b(?:offers?|has|have|serves?|supports?|covers?)\s(?:\p{L}+\s){0,2}an?\s(?:[\p{L}\p{N}’'-]+\s){1,6}(?:with|for|that|which|at|from|in)\s(?:[\p{L}’'-]+\s){0,3}[$€£¥]?$/iu;

/** Whether the figure measures the subject of the sentence. */
function isMeasure(text: string, { kind, isQuantity, start }: StatedNumber): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  if (isLabel(before) || ONE_OF_MANY.test(before)) return false;
  return kind !== 'plain' || isQuantity || before === '' || BARE_VALUE.test(before);
}

interface Frame {
  words: string;
  number: StatedNumber;
  currency: string;
}

/** The sentence with the brand as one fixed name, its number as `#`, and no articles. */
function toFrame(text: string, finder: MentionFinder): Frame | null {
  const numbers = numbersIn(text);
  const [number] = numbers;
  if (number === undefined || numbers.length > 1 || !isMeasure(text, number)) return null;
  const written = text.slice(number.start, number.end);
  const unit = written
    .replace(/^.*\d[\d.,]*/u, '')
    .replace(/^\s?(?:thousand|million|billion|k|m|bn)\b/i, '');
  const currency =
    /[$€£¥₹₩]|\b(?:USD|EUR|GBP|dollars?|euros?|pounds?)\b/iu.exec(written)?.[0] ?? '';
  const open = `${text.slice(0, number.start)} zzvalue ${number.kind === 'currency' ? '' : unit} ${text.slice(number.end)}`;
  let named = '';
  let at = 0;
  for (const { start, end } of finder.find(open)) {
    named += `${open.slice(at, start)} ${OWN} `;
    at = end;
  }
  named += open.slice(at);
  const words = toKey(named.replace(/[’']s\b/gu, ' '))
    .replace(/\b(?:an?|currently|now|today|just|only|exactly)\b/g, ' ')
    // `$10/month` and `$10 per month` are equal.
    .replace(/\bzzvalue(?: per)?\b/, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(ITSELF, OWN)
    .replace(/\bthe /g, '');
  return { words, number, currency };
}

const LONGEST_SECTION = 200;

/**
 * Heading that a statement needs when the statement does not name the brand; empty for generic
 * headings.
 */
function sectionOf(heading: string, finder: MentionFinder): string {
  let own = heading.slice(0, LONGEST_SECTION);
  for (const { surface } of finder.find(own)) own = own.replace(surface, ' ');
  const section = toKey(own);
  return GENERIC.has(section) ? '' : section;
}

/** Null when the sentence does not state one value. */
function aboutOf(
  { words, number, currency }: Frame,
  section: string,
  isRow: boolean,
): string | null {
  const isYear = number.value >= 1800 && number.value <= 2100 && number.kind === 'plain';
  if (isYear && (FOUNDED.test(words) || FOUNDED_ROW.test(words))) return 'founded';
  if (STAFF.test(words) && section === '') return 'employees';
  if (NUMBERING.test(words) || isYear) return null;
  const place = words.includes(OWN) ? '' : `${section}: `;
  // Sentences may be long, so only the part before the number is tested.
  const lead = words.slice(0, words.indexOf('#'));
  if (/\s$/.test(lead.slice(-1)) && STATES.test(lead)) return `${place}${words} ${currency}`;
  // `Price: $10`
  return isRow && /^\p{L}[^#]*#[^#]*$/u.test(words) ? `${place}${words} ${currency}` : null;
}

const ROW = /^[^:.!?]{2,60}:\s/u;

export function statementsIn({ brand, passages }: LintReading): FactStatement[] {
  const finder = createMentionFinder([brand]);
  return passages
    .filter(({ kind, text }) => kind !== 'heading' && /\d/.test(text))
    .flatMap((passage) => {
      const section = sectionOf(passage.section, finder);
      return passage.sentences.flatMap((place) => {
        if (/[?？]/u.test(place.text)) return [];
        const frame = toFrame(place.text, finder);
        const about = frame && aboutOf(frame, section, ROW.test(place.text));
        if (frame === null || about === null) return [];
        const { value, start, end } = frame.number;
        return [{ ...place, about, value, shown: place.text.slice(start, end).trim() }];
      });
    });
}
