import { type Rule, toFinding, toKey } from '../facts/rule.js';
import { isShort, SHORT_CHARACTERS, SHORT_WORDS } from '../rewrites/score-aviv.js';
import { countCharacters, countWords, writingOf } from '../text/prose.js';

/** The same bound as the score's short sentences. */
export const longSentence: Rule = {
  id: 'long-sentence',
  severity: 'low',
  wayOut: `Split it into sentences of at most ${SHORT_WORDS} words (${SHORT_CHARACTERS} characters in Chinese, Japanese or Korean).`,
  find: ({ passages }) =>
    passages
      .filter(({ kind }) => kind !== 'heading')
      .flatMap(({ sentences }) => sentences)
      .flatMap((place) => {
        const { text } = place;
        // No word is shorter than a character.
        if (text.length <= SHORT_WORDS) return [];
        const writing = writingOf(text);
        if (isShort(text, writing, SHORT_WORDS, SHORT_CHARACTERS)) return [];
        const length =
          writing === 'cjk' ? `${countCharacters(text)} characters` : `${countWords(text)} words`;
        return [toFinding(place, toKey(text), `A sentence has ${length}.`)];
      }),
};
