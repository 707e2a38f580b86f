/** Whether a match means the tracked name, or may be a common word or part of a longer one (metrics: mentioned). */

import { createRequire } from 'node:module';
import { isWordAt } from '../text/emphasis.js';

let commonWords: ReadonlySet<string> | undefined;

/** Read with the first name: processes that read no answers never need it. */
function loadCommonWords(): Set<string> {
  const data = createRequire(import.meta.url)('./common-words.json') as Record<
    'en' | 'zh',
    { words: string }
  >;
  return new Set([...data.en.words.split(' '), ...data.zh.words.split(' ')]);
}

/** Whether a dictionary holds the name, as Target, Gap and 苹果. `name` is in lower case. */
export function isCommonWord(name: string): boolean {
  commonWords ??= loadCommonWords();
  return commonWords.has(name);
}

const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Text before and after a match that is divided into words with it. */
const AROUND_UNITS = 24;

const isKatakana = (text: string, at: number): boolean =>
  /[\u30a1-\u30fa\u30fc]/.test(text.charAt(at));

/** What may follow a name in Chinese and does not make a longer word with it. */
const AFTER_NAME =
  /^(?:[^\p{Script=Han}]|$|[的和与及或跟比在是有也都则就才还又被把对向从给让排推出卖发用做会能要以将而等之已最更不])/u;

/** Words before a noun that is counted: 三位老板. */
const COUNTS = /[位个只口台款种些此该各每名]/u;

/** For a common Chinese word: whether one character makes a longer word of it, as 小米 in 小米粥 and not in 小米手机. */
export function goesOn(text: string, start: number, end: number): boolean {
  if (COUNTS.test(text.charAt(start - 1))) return true;
  const after = text.slice(end, end + AROUND_UNITS);
  if (AFTER_NAME.test(after)) return false;
  const [first] = segmenterOf(after).segment(after);
  return first?.segment.length === 1;
}

const HAN_CHARACTER = /\p{Script=Han}/u;
const KANA = /[\u3041-\u30ff]/;

/**
 * For a name of Han characters: whether it is one character beside another, or, in Japanese, goes on in kanji, as 明治 in
 * 明治時代.
 */
export function isInCompound(text: string, start: number, end: number): boolean {
  const surface = text.slice(start, end);
  if (!/^\p{Script=Han}{1,2}$/u.test(surface)) return false;
  const goesOnInHan = HAN_CHARACTER.test(text.charAt(end));
  if ([...surface].length === 1) return goesOnInHan || HAN_CHARACTER.test(text.charAt(start - 1));
  return (
    goesOnInHan && KANA.test(text.slice(Math.max(0, start - AROUND_UNITS), end + AROUND_UNITS))
  );
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(text: string): Intl.Segmenter {
  const locale = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'ja'
    : /\p{Script=Thai}/u.test(text)
      ? 'th'
      : 'zh';
  const known = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, known);
  return known;
}

/**
 * For scripts without blanks: whether the dictionary of ICU sees the match inside a longer word, or sees no edge of a
 * word at either end. 小米 in 小米粥 is a grain.
 */
export function isInLongerWord(text: string, start: number, end: number): boolean {
  if (!SPACELESS.test(text.charAt(start)) && !SPACELESS.test(text.charAt(end - 1))) return false;
  let from = start;
  while (start - from < AROUND_UNITS && SPACELESS.test(text.charAt(from - 1))) from -= 1;
  let to = end;
  while (to - end < AROUND_UNITS && SPACELESS.test(text.charAt(to))) to += 1;
  if (from === start && to === end) return false;
  // A run of katakana is one word, as in マイナスイオン.
  if (isKatakana(text, start) && isKatakana(text, start - 1)) return true;
  if (isKatakana(text, end - 1) && isKatakana(text, end)) return true;
  // The dot joins the names of a person, as in ソニー・ロリンズ.
  if (isKatakana(text, end - 1) && text.charAt(end) === '・' && isKatakana(text, end + 1))
    return true;
  const around = text.slice(from, to);
  let isEdge = from === start || to === end;
  for (const { index, segment } of segmenterOf(around).segment(around)) {
    const first = from + index;
    const last = first + segment.length;
    // 青海 in 青海尔 takes the first character away.
    if (first < start && last > start) return true;
    if (first <= start && last > end) return true;
    isEdge ||= first === start || last === end;
  }
  return !isEdge;
}

/** What follows a name at the beginning of a sentence, and not a common word there. */
const FOLLOWS_NAME =
  /^(?:[’']\p{L}|\s*[:,;!?)\]|™®©\n]|\.(?:\s|$)|\s+[–—-]|\s*\(|\s*$|\s+(?:also|and|announced?|are|can|cannot|claims?|could|did|do|does|doesn['’]t|from|gives?|had|has|hasn['’]t|have|is|isn['’]t|keeps?|lacks?|launched|lets|makes?|may|might|now|offers?|or|provides?|released|remains?|runs?|sells?|sent|should|shows?|still|stands|supports?|takes?|typically|uses?|versus|vs|was|wasn['’]t|were|will|with|wo?n['’]t|works?|would)\b)/iu;
const SENTENCE_START =
  /(?:^|[\n.!?:;。！？|]|[-–—•*#>]\s)[\s"'“”‘’()[\]*_#>|-]*(?:\d{1,3}[.)]\s*)?[\s*_"“]*$/u;
const LAST_WORD = /([\p{L}\p{N}’'-]+)[\s*_"“”‘’(]*$/u;
const NEXT_WORD = /^[\s*_"“”‘’]*([\p{L}\p{N}]+)/u;
const BEFORE_UNITS = 48;

export const beginsSentence = (text: string, start: number): boolean =>
  SENTENCE_START.test(text.slice(Math.max(0, start - BEFORE_UNITS), start));

const PREVIOUS_WORD = /(?<![\p{L}\p{N}'’-])(\p{Lu}\p{Ll}[\p{L}'’-]*) $/u;

/**
 * Whether a capitalised word stands right before a name in the middle of a sentence, as in Deutsche Telekom and Jan
 * Kruk.
 */
export function isPartOfLongerName(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - BEFORE_UNITS), start);
  const previous = PREVIOUS_WORD.exec(before);
  if (previous === null || previous[1] === text.slice(start, end)) return false;
  return !SENTENCE_START.test(before.slice(0, previous.index));
}

const GERMAN_ARTICLE = /(?<!\p{L})(?:k?ein(?:e[mnrs]?)?|jede[mnrs]?|diese[mnrs]?)\s$/iu;

/** Whether a German article stands before the match that goes with a noun of any kind: `eine Allianz`. */
export const followsArticle = (text: string, start: number): boolean =>
  GERMAN_ARTICLE.test(text.slice(Math.max(0, start - BEFORE_UNITS), start));

const HANGUL_SYLLABLE = /^[\uac00-\ud7a3]$/;

/** Whether a name of one Korean syllable stands without quotes, where it is a word more often than a name. */
export const isBareSyllable = (text: string, start: number, end: number): boolean =>
  HANGUL_SYLLABLE.test(text.slice(start, end)) && !/[‘'“"<「『《(]/.test(text.charAt(start - 1));

/**
 * Whether the words beside a capitalised common word show that it is a name: in the middle of a sentence without other
 * capitals, or followed by what follows names. Not for German, which capitalises every noun.
 */
export function readsAsName(text: string, start: number, end: number, language: string): boolean {
  if (language.startsWith('de') || !/\p{Lu}/u.test(text.charAt(start))) return false;
  const before = text.slice(Math.max(0, start - BEFORE_UNITS), start);
  const after = text.slice(end, end + BEFORE_UNITS);
  if (isWordAt(text, end)) return false;
  const next = NEXT_WORD.exec(after)?.[1] ?? '';
  const isTitled = /^\p{Lu}\p{Ll}/u.test(next) && !FOLLOWS_NAME.test(after);
  if (SENTENCE_START.test(before)) return FOLLOWS_NAME.test(after);
  const previous = LAST_WORD.exec(before);
  const word = previous?.[1] ?? '';
  // `At` has a capital because it begins the sentence, `Usain` has one anyway.
  const isPlain =
    /^[\p{Ll}\p{N}]/u.test(word) ||
    (isCommonWord(word.toLowerCase()) && SENTENCE_START.test(before.slice(0, previous?.index)));
  return !isTitled && isPlain;
}
