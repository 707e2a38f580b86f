import type { Passage } from '../facts/reading.js';
import { type Rule, toFinding, toKey } from '../facts/rule.js';
import { createMentionFinder, type MentionFinder } from '../names/mention.js';
import { isLabel, numbersIn, type StatedNumber } from '../text/number.js';
import { quotationsIn, sourcesIn } from '../text/source-mention.js';

const FOOTNOTE = /\[\^?[\p{L}\p{N}-]{1,40}\]/u;
const YEAR = /^(?:19|20)\d\d$/;

const isSourced = (text: string): boolean =>
  FOOTNOTE.test(text) ||
  sourcesIn(text).length > 0 ||
  quotationsIn(text).some(({ isAttributed }) => isAttributed);

/** A following line that only names a source. */
const isSourceLine = (passage: Passage | undefined): boolean =>
  passage?.kind !== 'heading' && /^(?:sources?|来源|出典|출처)\s*[:：]/iu.test(passage?.text ?? '');

const VERSION =
  /^\d{1,3}\.\d{1,3}(?=$|[\s-]\p{Ll})(?!\s?(?:thousand|million|billion|trillion|bn|[km])\b)/u;
/** Length that shows what precedes a figure. */
const NEAR = 250;
const NAME = /\S\s+\p{Lu}[\p{L}\p{N}]*\s$/u;

/**
 * `Version 3.2`, or `3.2` after a name: the name of the brand, or a capitalised word inside the
 * sentence.
 */
function isVersion(text: string, { kind, start, end }: StatedNumber, finder: MentionFinder) {
  const before = text.slice(Math.max(0, start - NEAR), start);
  if (kind !== 'plain') return false;
  if (isLabel(before)) return true;
  if (!VERSION.test(text.slice(start, end))) return false;
  return NAME.test(before) || finder.find(before).some((name) => name.end === before.length - 1);
}

/** A percentage, an amount of money or a count; not a year, a date or a version. */
const isStatistic = (text: string, number: StatedNumber, finder: MentionFinder): boolean =>
  number.isQuantity &&
  !YEAR.test(text.slice(number.start, number.end).trim()) &&
  !isVersion(text, number, finder);

/** A source anywhere in the paragraph, or in the line after it, covers all its numbers. */
export const unsourcedNumber: Rule = {
  id: 'unsourced-number',
  severity: 'medium',
  wayOut: 'Name or link the source of the number in the same paragraph, or remove the number.',
  find({ brand, passages }) {
    const finder = createMentionFinder([brand]);
    return passages.flatMap((passage, at) => {
      if (passage.kind === 'heading' || isSourceLine(passages[at + 1])) return [];
      if (numbersIn(passage.text).length === 0 || isSourced(passage.text)) return [];
      return passage.sentences.flatMap((place) => {
        const { text } = place;
        const found = numbersIn(text).find((number) => isStatistic(text, number, finder));
        if (found === undefined) return [];
        const shown = text.slice(found.start, found.end).trim();
        return [toFinding(place, toKey(text), `The number “${shown}” has no source.`)];
      });
    });
  },
};
