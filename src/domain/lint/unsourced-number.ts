import { numbersIn, type StatedNumber } from '../number.js';
import { quotationsIn, sourcesIn } from '../source-mention.js';
import type { Passage } from './reading.js';
import { type Rule, toFinding, toKey } from './rule.js';

const FOOTNOTE = /\[\^?[\p{L}\p{N}-]{1,40}\]/u;
const YEAR = /^(?:19|20)\d\d$/;

const isSourced = (text: string): boolean =>
  FOOTNOTE.test(text) ||
  sourcesIn(text).length > 0 ||
  quotationsIn(text).some(({ isAttributed }) => isAttributed);

/** A line below that does nothing but name a source. */
const isSourceLine = (passage: Passage | undefined): boolean =>
  passage?.kind !== 'heading' && /^(?:sources?|来源|出典|출처)\s*[:：]/iu.test(passage?.text ?? '');

/** A percentage, an amount of money or a number of something: not a year, a date or a version. */
const isStatistic = (text: string, { isQuantity, start, end }: StatedNumber): boolean =>
  isQuantity && !YEAR.test(text.slice(start, end).trim());

/** A source anywhere in the paragraph, or in the line below it, stands for all of its numbers. */
export const unsourcedNumber: Rule = {
  id: 'unsourced-number',
  severity: 'medium',
  wayOut: 'Name or link the source of the number in the same paragraph, or take the number out.',
  find: ({ passages }) =>
    passages.flatMap((passage, at) => {
      if (passage.kind === 'heading' || isSourced(passage.text)) return [];
      if (isSourceLine(passages[at + 1])) return [];
      return passage.sentences.flatMap((place) => {
        const { text } = place;
        const found = numbersIn(text).find((number) => isStatistic(text, number));
        if (found === undefined) return [];
        const shown = text.slice(found.start, found.end).trim();
        return [toFinding(place, toKey(text), `The number “${shown}” has no source.`)];
      });
    }),
};
