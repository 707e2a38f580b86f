/** Endings that languages write on a name, without a blank: `Müllers`, `Nokialla`, `삼성은`. */

import { createRequire } from 'node:module';

interface LanguageData {
  endings: string;
  clitics?: string;
  /** End of a name, its replacement, and the endings that may follow; all when omitted. */
  stems?: [end: string, replacement: string, endings?: string][];
  /** End of the first of several words, and what replaces it. */
  firstWords?: [end: string, replacements: string][];
}

interface Language {
  endings: ReadonlySet<string>;
  clitics: readonly string[];
  stems: readonly { end: string; replacement: string; endings: ReadonlySet<string> }[];
  firstWords: readonly { end: string; replacements: readonly string[] }[];
}

/**
 * A form of a name that needs an ending: `Żabk` of Żabka, before `i` or `ę`. An empty ending is one, as in `Deutschen
 * Bank`.
 */
export interface Stem {
  text: string;
  language: string;
  endings: ReadonlySet<string>;
}

/** Shorter names occur in too many words. */
const FEWEST_LETTERS = 4;
/** Length of the longest tail that is looked up. */
const MOST_UNITS = 16;

let languages: Map<string, Language> | undefined;

const toSet = (words: string): Set<string> => new Set(words.split(' '));

/** Read with the first name: processes that read no answers never need it. */
function loadLanguages(): Map<string, Language> {
  const data = createRequire(import.meta.url)('./endings.json') as {
    languages: Record<string, LanguageData>;
  };
  return new Map(
    Object.entries(data.languages).map(
      ([code, { endings, clitics = '', stems = [], firstWords = [] }]) => [
        code,
        {
          endings: toSet(endings),
          clitics: clitics.split(' ').filter((clitic) => clitic !== ''),
          stems: stems.map(([end, replacement, following = endings]) => ({
            end,
            replacement,
            endings: toSet(following),
          })),
          firstWords: firstWords.map(([end, replacements]) => ({
            end,
            replacements: replacements.split(' '),
          })),
        },
      ],
    ),
  );
}

export const isInflected = (name: string): boolean =>
  (name.match(/\p{L}/gu)?.length ?? 0) >= FEWEST_LETTERS;

/** Forms of the last word. */
const lastStemsOf = (name: string, language: string, { stems }: Language): Stem[] =>
  stems
    .filter(({ end }) => name.endsWith(end))
    .map(({ end, replacement, endings }) => ({
      text: name.slice(0, -end.length) + replacement,
      language,
      endings,
    }));

/** Forms of a name of several words whose first one is declined: `Deutschen Bank`, `České spořitelny`. */
function firstStemsOf(name: string, language: string, known: Language): Stem[] {
  const blank = name.indexOf(' ');
  const first = name.slice(0, blank);
  if (blank < 0) return [];
  return known.firstWords
    .filter(({ end }) => first.length >= FEWEST_LETTERS && first.endsWith(end))
    .flatMap(({ end, replacements }) =>
      replacements.map((each) => first.slice(0, -end.length) + each),
    )
    .flatMap((declined) => {
      const text = declined + name.slice(blank);
      const whole = { text, language, endings: new Set([...known.endings, '']) };
      return [whole, ...lastStemsOf(text, language, known)];
    });
}

/** The forms of `name`, which is in lower case, whose letters change before an ending. */
export function stemsOf(name: string): Stem[] {
  if (!isInflected(name)) return [];
  languages ??= loadLanguages();
  return [...languages].flatMap(([language, known]) => [
    ...lastStemsOf(name, language, known),
    ...firstStemsOf(name, language, known),
  ]);
}

/** Whether `tail`, in lower case, is an ending of the language, or of the given ones of a stem. */
export function isEnding(tail: string, language: string, endings?: ReadonlySet<string>): boolean {
  if (tail.length > MOST_UNITS) return false;
  languages ??= loadLanguages();
  const known = languages.get(language);
  if (known === undefined) return false;
  const set = endings ?? known.endings;
  return (
    set.has(tail) ||
    known.clitics.some(
      (clitic) =>
        tail.endsWith(clitic) &&
        (tail.length === clitic.length || set.has(tail.slice(0, -clitic.length))),
    )
  );
}
