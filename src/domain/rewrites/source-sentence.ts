/** The sentences of a copy, with what the extractive rewriter weighs them by. */

import { BRAND, toEntity } from '../names/alias.js';
import { createMentionFinder } from '../names/mention.js';
import type { Block } from '../text/copy.js';
import { type Fact, factsInSentence } from '../text/fact.js';
import { toNormalForm } from '../text/normal-form.js';
import { splitSentences, type Writing, wordsOf, writingOf } from '../text/prose.js';

export interface SourceSentence {
  text: string;
  /** Its place among the sentences, and that of its block among the blocks. */
  at: number;
  block: number;
  kind: Block['kind'];
  words: number;
  facts: Fact[];
  namesBrand: boolean;
  isQuestion: boolean;
  /** It leans on the sentence before it, or on nothing at all, as an appeal does. */
  isDependent: boolean;
  isAppeal: boolean;
  /** Words that it shares with the audience's description. */
  audienceWords: number;
}

const DEPENDENT =
  /^(?:it|its|they|their|he|she|his|her|this|that|these|those|such|both|however|but|and|also|moreover|furthermore|therefore|thus|instead|so|then|as a result|in addition|for example|for instance)\b|^(?:它|他|她|这|那|此外|但|而且|因此|所以|それ|これ|この|その|また|しかし|そのため|이는|그|또한|하지만|그러나)/iu;
const APPEAL =
  /^(?:click|sign up|subscribe|contact us|call us|buy now|order now|book (?:a|your)|request a|get started|try (?:it|us|our|for free)|start your|learn more|read more|join (?:us|now|thousands|the)|download|follow us|don['’]t (?:miss|wait)|visit us|shop now|welcome to|copyright|all rights reserved)\b|^(?:©|\(c\)|立即|点击|马上|联系我们|今すぐ|お問い合わせ|지금)/iu;
const QUESTION = /[?？]["”’」』)）]*$/u;

const keyOf = (text: string): string =>
  toNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() || text;

/** Those of use to compare by: short words are in every text. */
const contentWords = (text: string, writing: Writing): Set<string> =>
  new Set(
    wordsOf(text.toLowerCase())
      .filter((word) => writing === 'cjk' || word.length > 3)
      .map((word) => (word.length > 4 ? word.replace(/(?:es|s)$/, '') : word)),
  );

/** In their order; what is said twice counts once. */
export function toSourceSentences(
  blocks: readonly Block[],
  brand: string,
  audience: string | null,
): SourceSentence[] {
  const writing = writingOf(blocks.map(({ text }) => text).join('\n'));
  const finder = createMentionFinder([toEntity(BRAND, brand)]);
  const wanted = contentWords(audience ?? '', writing);
  const seen = new Set<string>();
  const found: SourceSentence[] = [];
  for (const [block, { kind, text: words }] of blocks.entries()) {
    for (const text of kind === 'heading' ? [words] : splitSentences(words)) {
      if (seen.has(keyOf(text))) continue;
      seen.add(keyOf(text));
      found.push({
        text,
        at: found.length,
        block,
        kind,
        words: wordsOf(text).length,
        facts: factsInSentence(text, brand, writing),
        namesBrand: finder.find(text).length > 0,
        isQuestion: QUESTION.test(text),
        isDependent: DEPENDENT.test(text),
        isAppeal: APPEAL.test(text),
        audienceWords: [...contentWords(text, writing)].filter((word) => wanted.has(word)).length,
      });
    }
  }
  return found;
}
