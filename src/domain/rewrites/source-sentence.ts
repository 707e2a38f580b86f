/** The sentences of a copy, with the features that the sandbox writer scores. */

import { BRAND, toEntity } from '../names/alias.js';
import { createMentionFinder } from '../names/mention.js';
import type { Block } from '../text/copy.js';
import { type Fact, factsInSentence } from '../text/fact.js';
import { toNormalForm } from '../text/normal-form.js';
import { splitSentences, type Writing, wordsOf, writingOf } from '../text/prose.js';

export interface SourceSentence {
  text: string;
  /** Index among the sentences, and of the block among the blocks. */
  at: number;
  block: number;
  kind: Block['kind'];
  words: number;
  facts: Fact[];
  namesBrand: boolean;
  isQuestion: boolean;
  /** The sentence depends on the sentence before it. */
  isDependent: boolean;
  isAppeal: boolean;
  /** Index of the question that the sentence answers; null without one. */
  repliesTo: number | null;
  /** Number of words shared with the description of the audience. */
  audienceWords: number;
}

const DEPENDENT =
  /^(?:it|its|they|their|he|she|his|her|this|that|these|those|such|both|however|but|and|also|moreover|furthermore|therefore|thus|instead|so|then|as a result|in addition|for example|for instance|yes|no|sure|absolutely|of course|ja|nein|oui|non|s[íi])\b|^(?:是的|不是|可以|不可以|はい|いいえ|네|예|아니요|它|他|她|这|那|此外|但|而且|因此|所以|それ|これ|この|その|また|しかし|そのため|이는|그|또한|하지만|그러나)/iu;
const APPEAL =
  /^(?:click|sign up|subscribe|contact us|call us|buy now|order now|book (?:a|your)|request a|get started|try (?:it|us|our|for free)|start your|learn more|read more|join (?:us|now|thousands|the)|download|follow us|don['’]t (?:miss|wait)|visit us|shop now|welcome to|copyright|all rights reserved)\b|^(?:©|\(c\)|立即|点击|马上|联系我们|今すぐ|お問い合わせ|지금)/iu;
/** Labels of the sides of a printed FAQ. */
const SIDE = /^(?:q\d{0,2}|a\d{0,2}|question|answer|问|答|質問|回答)\s?[:：]\s*/iu;
const QUESTION = /[?？]["”’」』)）]*$/u;

const keyOf = (text: string): string =>
  toNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() || text;

/** Words to compare by; short words are left out, because every text contains them. */
const contentWords = (text: string, writing: Writing): Set<string> =>
  new Set(
    wordsOf(text.toLowerCase())
      .filter((word) => writing === 'cjk' || word.length > 3)
      .map((word) => (word.length > 4 ? word.replace(/(?:es|s)$/, '') : word)),
  );

/** In order; a repeated sentence counts once. */
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
    for (const raw of kind === 'heading' ? [words] : splitSentences(words)) {
      const text = raw.replace(SIDE, '') || raw;
      // One short reply may answer several questions.
      if (seen.has(keyOf(text)) && !found.at(-1)?.isQuestion) continue;
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
        repliesTo: null,
        audienceWords: [...contentWords(text, writing)].filter((word) => wanted.has(word)).length,
      });
    }
  }
  markReplies(found);
  return found;
}

/** Shorter sentences are not treated as questions. */
const SHORTEST_QUESTION = 2;

/**
 * A question that opens its block is answered by the rest of the block, or by the whole block or list
 * after it; a question inside a text by the next sentence. Another question ends the answer.
 */
function markReplies(sentences: readonly SourceSentence[]): void {
  for (const [at, question] of sentences.entries()) {
    const first = sentences[at + 1];
    if (!question.isQuestion || question.words < SHORTEST_QUESTION || first === undefined) continue;
    if (first.kind === 'heading') continue;
    const isOpening = sentences[at - 1]?.block !== question.block;
    const end = isOpening ? sentences.length : at + 2;
    const isList = first.kind === 'item' && question.kind !== 'item';
    for (let place = at + 1; place < end; place += 1) {
      const reply = sentences[place];
      if (reply === undefined || reply.isQuestion || reply.isAppeal) break;
      if (reply.block !== first.block && !(isList && reply.kind === 'item')) break;
      reply.repliesTo = at;
    }
  }
}

/**
 * A reply that is meaningless without its question: it does not name the brand, or begins with a
 * dependent word.
 */
export const isTorn = ({ repliesTo, namesBrand, isDependent }: SourceSentence): boolean =>
  repliesTo !== null && (!namesBrand || isDependent);

/** Joins sentences; Chinese and Japanese have no space after a sentence. */
export const joinSentences = (texts: readonly string[], writing: Writing): string =>
  texts
    .map((text, at) => {
      const isGlued = writing === 'cjk' && /[。！？…」』”]$/u.test(texts[at - 1] ?? ' ');
      return at === 0 || isGlued ? text : ` ${text}`;
    })
    .join('');
