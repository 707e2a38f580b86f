/** What stands around a match, and whether it is a name there (metrics: mentioned). */

import { createAddressReader } from './address.js';
import {
  beginsSentence,
  followsArticle,
  goesOn,
  isBareSyllable,
  isInCompound,
  isInLongerWord,
  isPartOfLongerName,
  readsAsName,
} from './certainty.js';
import { isEnding } from './ending.js';
import { languagesBefore } from './language.js';

/** What a spelling of a name demands of the text around it. */
export interface Spelling {
  /** A dictionary of English or Chinese holds the word. */
  isCommon: boolean;
  /** Written with a capital at its beginning, or in capitals. */
  isCapitalised: boolean;
  /** For a stem: the language and the endings that it needs. Null for a whole name. */
  stem: { language: string; endings: ReadonlySet<string> } | null;
  /** What must stand right before it, one of these; mostly nothing. */
  prefixes: readonly string[];
  /** Long enough for endings without a blank. */
  isInflected: boolean;
}

const PART = /^-\p{Ll}/u;
const ACRONYM = /^\p{Lu}{3,}$/u;
const HAN = /^\p{Script=Han}/u;
const isLowerCase = (text: string): boolean => /\p{Ll}/u.test(text) && !/\p{Lu}/u.test(text);

/** One text, with what is worked out about it only once. `language` is that of the prompt. */
export class Surroundings {
  readonly isInAddress: (start: number, end: number) => boolean;
  #languages = new Map<string, string[]>();
  #hasCapitals: boolean | undefined;

  constructor(
    readonly text: string,
    readonly language: string,
  ) {
    this.isInAddress = createAddressReader(text);
  }

  #languagesOf(letters: string): string[] {
    const script = /^\p{Script=Latin}/u.test(letters) ? 'Latin' : letters.charAt(0);
    const known = this.#languages.get(script) ?? languagesBefore(letters, this.text, this.language);
    this.#languages.set(script, known);
    return known;
  }

  #isEnglish(surface: string): boolean {
    return this.#languagesOf(surface)[0] === 'en';
  }

  /** German capitalises every noun. */
  #isGerman(surface: string): boolean {
    return this.#languagesOf(surface)[0] === 'de';
  }

  /** A word counts as common in the language of the dictionary only: `Free` is a name in French. */
  #isCommonHere(surface: string, { isCommon }: Spelling): boolean {
    return isCommon && (HAN.test(surface) || this.#isEnglish(surface));
  }

  /**
   * A word in lower case is not a name that has a capital, where the text has capitals. English has a dictionary that
   * tells names from words.
   */
  isPlainWord(surface: string, end: number, { isCommon, isCapitalised }: Spelling): boolean {
    if (!isLowerCase(surface)) return false;
    if (isCommon) return true;
    if (!isCapitalised) return false;
    // `meta-analysis`: the word is the first part of another one.
    if (this.#isEnglish(surface)) return PART.test(this.text.slice(end, end + 2));
    // Read once: the search for a capital may go through the whole text.
    this.#hasCapitals ??= /\p{Lu}/u.test(this.text);
    return this.#hasCapitals;
  }

  #follows(prefix: string, start: number): boolean {
    const before = this.text.slice(Math.max(0, start - prefix.length), start);
    return before.toLowerCase() === prefix;
  }

  /** Whether the letters before the match and the `tail` after it are what the spelling demands. */
  fits(surface: string, start: number, tail: string, spelling: Spelling): boolean {
    const { stem, prefixes, isCommon, isInflected } = spelling;
    if (prefixes.length > 0 && !prefixes.some((prefix) => this.#follows(prefix, start)))
      return false;
    if (tail === '' && stem !== null)
      return stem.endings.has('') && this.#languagesOf(surface).includes(stem.language);
    if (tail === '') return true;
    // BMWs: the plural of an acronym.
    if (tail === 's' && ACRONYM.test(surface)) return true;
    if (!isInflected) return false;
    // `iPhoneOS` is another name.
    const lower = tail.toLowerCase();
    if (tail !== lower && surface !== surface.toUpperCase()) return false;
    return this.#languagesOf(tail).some((code) =>
      stem === null
        ? // English plurals of common words are common words.
          isEnding(lower, code) && !(isCommon && code === 'en')
        : stem.language === code && isEnding(lower, code, stem.endings),
    );
  }

  /** Whether the match may mean something other than the name. */
  isUncertain(start: number, end: number, spelling: Spelling): boolean {
    const { text, language } = this;
    const surface = text.slice(start, end);
    if (isBareSyllable(text, start, end)) return true;
    // The language is worked out last, since that takes longest.
    if (spelling.isCapitalised && followsArticle(text, start) && this.#isGerman(surface))
      return true;
    const mayBeWord = spelling.isCommon && !readsAsName(text, start, end, language);
    return mayBeWord && this.#isCommonHere(surface, spelling);
  }

  /** Whether the match looks like a part of another name or word: Bolt in Usain Bolt, 小米 in 小米粥. */
  isOtherName(start: number, end: number, { isCapitalised, isCommon }: Spelling): boolean {
    if (isInLongerWord(this.text, start, end) || isInCompound(this.text, start, end)) return true;
    if (isCommon && HAN.test(this.text.slice(start, end))) return goesOn(this.text, start, end);
    return (
      isCapitalised &&
      isPartOfLongerName(this.text, start, end) &&
      !this.#isGerman(this.text.slice(start, end))
    );
  }

  /** Whether a word that the text also writes in lower case may be that word here. */
  mayBeWord(start: number, end: number): boolean {
    const { text, language } = this;
    return beginsSentence(text, start) && !readsAsName(text, start, end, language);
  }
}
