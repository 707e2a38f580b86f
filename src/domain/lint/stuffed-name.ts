import { type Rule, toFinding } from '../facts/rule.js';
import { createMentionFinder } from '../names/mention.js';
import { isStuffed } from '../rewrites/score-aviv.js';
import { countWords } from '../text/prose.js';

/** A page of three lines names its brand in each of them and is not stuffed yet. */
const FEWEST_MENTIONS = 4;

export const stuffedName: Rule = {
  id: 'stuffed-name',
  severity: 'medium',
  wayOut: 'Say “it”, “we” or what the brand is instead of its name, at most 3 times in 100 words.',
  find({ brand, passages, prose }) {
    const finder = createMentionFinder([brand]);
    const mentions = finder.find(prose).length;
    const words = countWords(prose);
    if (mentions < FEWEST_MENTIONS || !isStuffed(mentions, words)) return [];
    const place = passages
      .flatMap(({ sentences }) => sentences)
      .find(({ text }) => finder.find(text).length > 0);
    if (place === undefined) return [];
    return [toFinding(place, '', `The brand is named ${mentions} times in ${words} words.`)];
  },
};
