/** Evidence in a sentence: quotations, and the sources that it names or links to. */

import { createCover } from './cover.js';
import { ADDRESS, countCharacters, countWords, writingOf } from './prose.js';

export interface Quotation {
  /** Without the quotation marks. */
  words: string;
  /** Whether the sentence attributes the quotation to a speaker. */
  isAttributed: boolean;
  start: number;
  end: number;
}

export interface NamedSource {
  /** The URL or the name. */
  name: string;
  start: number;
  end: number;
}

const QUOTED =
  /“([^“”]{2,1000})”|„([^„“”]{2,1000})[“”]|"([^"]{2,1000})"|«([^«»]{2,1000})»|「([^「」]{2,1000})」|『([^『』]{2,1000})』/gu;
/** Shorter quotations are titles or scare quotes. */
const QUOTED_WORDS = 3;
const QUOTED_CHARACTERS = 6;

const SAYS =
  /\b(?:said|says|told|wrote|writes|notes|noted|explains|explained|adds|added|states|stated|comments|commented|according to|recalls|put it|sagt|sagte|erklärt|erklärte|meint|schreibt|laut|dit|déclare|selon|dice|dijo|según)\b|说|說|表示|指出|写道|称[，：:]|述べ|語っ|話す|話し|コメント|말했|밝혔|전했/giu;
const SIGNED = /^\s{0,3}[,.]?\s{0,3}(?:[—–-]|\()\s?\p{Lu}/u;

/**
 * Matches from the beginning of a word only: starting at every letter would read the rest of the word
 * each time.
 */
const NAME = String.raw`(?<![\p{L}\p{N}&.'’-])(?<name>(?:\p{Lu}|\d(?=\p{Lu}))[\p{L}\p{N}&.'’-]*(?:\s(?:of|the|for|and|&|de)?\s?\p{Lu}[\p{L}\p{N}&.'’-]*){0,6})`;
const NAMINGS = [
  String.raw`\b[Aa]ccording to (?:the |a |an )?(?:\p{Ll}+ (?:by|from|of) )?(?:the )?${NAME}`,
  String.raw`\b(?:[Ss]tudy|[Rr]eport|[Ss]urvey|[Rr]esearch|[Rr]eview|[Aa]nalysis|[Dd]ata|[Ff]igures|[Aa]udit|[Rr]anking|[Tt]est) (?:by|from|of) (?:the )?${NAME}`,
  String.raw`\b(?:reported|published|measured|confirmed|certified|audited|tested|verified|ranked|rated|cited) by (?:the )?${NAME}`,
  String.raw`\b(?:[Ss]ource|[Qq]uelle|[Ff]uente):\s*(?:the )?${NAME}`,
  String.raw`\b(?:[Ll]aut|[Ss]elon|[Ss]egún) (?:\p{Ll}+ ){0,3}?(?:\p{L}+ (?:von|der|des|de|du) (?:\p{Ll}+ )?)?${NAME}`,
  String.raw`\(${NAME},? (?:19|20)\d\d\)`,
  String.raw`${NAME}['’]s (?:\d{4} )?(?:\p{Ll}+ )?(?:report|study|survey|research|review|analysis)\b`,
  String.raw`${NAME} (?:found|reports|reported|estimates|estimated) that\b`,
  String.raw`(?:根据|据|依据)(?<name>[^，。；、\s]{2,24}?)(?:的?(?:报告|报道|统计|数据|调查|研究|显示|发布))`,
  String.raw`(?:来源|出典|출처|資料|资料)[:：]\s*(?<name>[^，。；、\s）)]{2,40})`,
  String.raw`(?<name>[^、。，\s]{2,24}?)(?:の(?:調査|報告|発表))?(?:によると|によれば)`,
  String.raw`(?<name>[^\s,.]{2,24})(?:의 \S{1,8})?에 따르면`,
].map((pattern) => new RegExp(pattern, 'gu'));

function isLongEnough(words: string): boolean {
  return writingOf(words) === 'cjk'
    ? countCharacters(words) >= QUOTED_CHARACTERS
    : countWords(words) >= QUOTED_WORDS;
}

export function quotationsIn(sentence: string): Quotation[] {
  const says = [...sentence.matchAll(SAYS)];
  const first = says[0]?.index ?? Number.POSITIVE_INFINITY;
  const last = says.at(-1)?.index ?? -1;
  return [...sentence.matchAll(QUOTED)].flatMap((match) => {
    const words = match.slice(1).find((group) => group !== undefined) ?? '';
    if (!isLongEnough(words)) return [];
    const end = match.index + match[0].length;
    const isAttributed =
      first < match.index || last >= end || SIGNED.test(sentence.slice(end, end + 10));
    return [{ words, isAttributed, start: match.index, end }];
  });
}

/** URLs and named sources, in order. Where two overlap, the first pattern wins. */
export function sourcesIn(sentence: string): NamedSource[] {
  const found: NamedSource[] = [...sentence.matchAll(ADDRESS)].map((match) => ({
    name: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const cover = createCover(sentence.length);
  for (const { start, end } of found) cover.add(start, end);
  for (const pattern of NAMINGS) {
    pattern.lastIndex = 0;
    // Most sentences have no match, and this costs a fifth of matchAll.
    for (let match = pattern.exec(sentence); match !== null; match = pattern.exec(sentence)) {
      const name = (match.groups?.name ?? '').replace(/(?<![.'’-])[.'’-]+$/u, '');
      const end = match.index + match[0].length;
      if (!cover.isFree(match.index, end)) continue;
      cover.add(match.index, end);
      found.push({ name, start: match.index, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
