/** Sentences, words and characters, counted the same way by every rule. */

export type Writing = 'english' | 'cjk' | 'other';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

const ABBREVIATION =
  /(?:^|[\s("“])(?:dr|mr|mrs|ms|prof|st|vs|etc|no|vol|fig|approx|ca|est|inc|ltd|co|corp|jr|sr|dept|e\.g|i\.e|cf|al|u\.s|u\.k|z\.b|bzw|nr|\p{Lu})\.\s*$/iu;
const CJK_END = /[。！？…．][」』”’）)]*$/u;
const PAIRS: readonly [open: string, close: string][] = [
  ['“', '”'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
  ['（', '）'],
];
const MARK = new RegExp(`["${PAIRS.flat().join('')}]`, 'gu');

/** Length that shows how a sentence ends; a longer tail would be read repeatedly. */
const TAIL = 32;

/** Tracks the quotations that are open in a sentence. */
function createQuotes(line: string) {
  const counts = new Map<string, number>();
  const lasts = new Map<string, number>();
  const countOf = (mark: string): number => counts.get(mark) ?? 0;
  function lastOf(mark: string): number {
    const last = lasts.get(mark) ?? line.lastIndexOf(mark);
    lasts.set(mark, last);
    return last;
  }
  return {
    clear: () => counts.clear(),
    read(start: number, end: number): void {
      for (const [mark] of line.slice(start, end).matchAll(MARK))
        counts.set(mark, countOf(mark) + 1);
    },
    /** Whether a quotation that began before `end` closes after it. */
    isOpen: (end: number): boolean =>
      (countOf('"') % 2 === 1 && lastOf('"') >= end) ||
      PAIRS.some(([open, close]) => countOf(open) > countOf(close) && lastOf(close) >= end),
  };
}

/** Whether two segments are one sentence; `end` is the end of the first. */
function isBroken(end: string, rest: string): boolean {
  // The attribution follows the quotation.
  if (/["”»]\s*$/u.test(end) && /^(?:\p{Ll}|[—–-]\s?\p{Lu})/u.test(rest)) return true;
  // A URL or a name with a point in it contains no blank.
  if (!/\s$/.test(end) && !CJK_END.test(end)) return true;
  return ABBREVIATION.test(end) && !/^(?:the|it|this|we|in|an?)\b/iu.test(rest);
}

/** A line without one of these is a single sentence and is not segmented. */
const ENDING = /[\p{Sentence_Terminal}…\r\u0085\u2028\u2029]/u;

function sentencesOf(line: string): string[] {
  if (!ENDING.test(line)) return [line];
  const parts: string[] = [];
  const quotes = createQuotes(line);
  let start = 0;
  let read = 0;
  for (const { segment, index } of sentences.segment(line)) {
    const at = index + segment.length;
    const tail = line.slice(Math.max(start, at - TAIL), at);
    // A mark that opens a quotation belongs to the next sentence.
    const mark = /[。！？…](?<mark>[「『“（])$/u.exec(tail)?.groups?.mark ?? '';
    const end = at - mark.length;
    quotes.read(read, end);
    read = end;
    const rest = line.slice(end, end + TAIL);
    const isOne = quotes.isOpen(end) || isBroken(tail.slice(0, tail.length - mark.length), rest);
    if (rest !== '' && isOne) continue;
    parts.push(line.slice(start, end));
    quotes.clear();
    start = end;
  }
  return [...parts, line.slice(start)];
}

/** Sentences, trimmed and not empty. The end of a line ends a sentence. */
export const splitSentences = (text: string): string[] =>
  text
    .split('\n')
    .flatMap(sentencesOf)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Sentences with their start offsets in the text. */
export function locateSentences(text: string): { text: string; start: number }[] {
  let from = 0;
  return splitSentences(text).map((sentence) => {
    const start = text.indexOf(sentence, from);
    from = start + sentence.length;
    return { text: sentence, start };
  });
}

/** A URL counts as one word, because its parts are not language. */
export const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>"“”「」（）()]*[^\s<>"“”「」（）().,;:!?。，、]/giu;

/** The time of the segmenter is quadratic in the length of its input, so texts are split into pieces. */
const PIECE = /[\s\S]{1,2000}(?=\s|$)|[\s\S]{1,2000}/gu;

export const wordsOf = (text: string): string[] =>
  (text.replace(ADDRESS, ' link ').match(PIECE) ?? [])
    .flatMap((piece) => [...words.segment(piece)])
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);

export const countWords = (text: string): number => wordsOf(text).length;

/** Code points without blanks. */
export const countCharacters = (text: string): number => [...text.replace(/\s+/gu, '')].length;

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const ENGLISH = new Set(
  'the and of to is are with for that this it you by from or be have has not we our your they their which more than its when how what who can as on'.split(
    ' ',
  ),
);
/** Running English has a share of about 0.4; languages that share a few of the words stay below 0.14. */
const ENGLISH_SHARE = 0.14;
const TOO_FEW_WORDS = 8;
const FOREIGN = /(?!\p{Script=Latin})\p{L}/u;

/** Decides by script, then by the share of function words; texts of a few words count as English. */
export function writingOf(text: string): Writing {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  // A CJK character carries about as much as two letters.
  if ((text.match(CJK)?.length ?? 0) * 2 >= letters && letters > 0) return 'cjk';
  const found = wordsOf(text).filter((word) => /\p{L}/u.test(word));
  const functional = found.filter((word) => ENGLISH.has(word.toLowerCase())).length;
  if (found.length < TOO_FEW_WORDS) return FOREIGN.test(text) ? 'other' : 'english';
  return functional / found.length >= ENGLISH_SHARE ? 'english' : 'other';
}
