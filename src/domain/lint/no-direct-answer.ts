import { type Rule, toFinding } from '../facts/rule.js';
import { createMentionFinder } from '../names/mention.js';
import { ANSWER_CHARACTERS, ANSWER_WORDS, isShort } from '../rewrites/score-aviv.js';
import { writingOf } from '../text/prose.js';

const QUESTION = /[?？]["”」』)）]*$/u;

/** Of the first sentence that is no heading; what holds no prose has nothing to answer. */
export const noDirectAnswer: Rule = {
  id: 'no-direct-answer',
  severity: 'medium',
  wayOut: 'Begin with one statement of at most 60 words that names the brand and says what it is.',
  find({ brand, passages }) {
    const first = passages.find(
      ({ kind, sentences }) => kind !== 'heading' && sentences.length > 0,
    );
    const place = first?.sentences[0];
    if (place === undefined) return [];
    const { text } = place;
    const tell = (why: string) => [toFinding(place, '', `No direct answer comes first: ${why}.`)];
    if (QUESTION.test(text)) return tell('the first sentence asks');
    if (createMentionFinder([brand]).find(text).length === 0)
      return tell('the first sentence does not name the brand');
    return isShort(text, writingOf(text), ANSWER_WORDS, ANSWER_CHARACTERS)
      ? []
      : tell('the first sentence is too long to be quoted');
  },
};
