/** Other spellings of a name that people and engines use (metrics: mentioned). */

/** Words for `&`, in the languages that brands are most often named in. */
const AND = 'and und et y e en och og i ja és ve a и та و'.split(' ');
const UMLAUTS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
};
/** Letters that Unicode does not decompose into a base and a mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};
const LEGAL_FORM =
  /(?:,?\s+(?:inc|incorporated|ltd|limited|llc|llp|plc|corp|corporation|co|gmbh|mbh|ag|kg|kgaa|ohg|e\.?v|s\.?a|s\.?a\.?s|s\.?a\.?r\.?l|s\.?l|s\.?p\.?a|s\.?r\.?l|n\.?v|b\.?v|a\/s|a\.?s|ab|asa|oy|oyj|kft|zrt|nyrt|bt|sp\.?\s?z\s?o\.?\s?o|s\.?r\.?o|d\.?o\.?o|pty|pte|bhd|sdn|kk|k\.k|co\.?,?\s?ltd|se|se\s?&\s?co|gmbh\s?&\s?co\.?\s?kg|ооо|оао|пао|зао|ао|тов|ат|株式会社|有限公司|股份有限公司|주식회사)\.?)+$/iu;
/** Stands before the name, which is in quotes then. */
const CYRILLIC_LEGAL_FORM = /^(?:ооо|оао|пао|зао|ао|ип|тов|прат|пат|ат|фоп)\s+/iu;
/** Written in one piece with the name in Chinese, Japanese and Korean. */
const CJK_LEGAL_FORM =
  /^(?:株式会社|주식회사|\(주\)|㈜)\s*|(?:株式会社|股份有限公司|有限责任公司|有限公司|주식회사|\(주\)|㈜)$/gu;
/** A plus stands for `&` only between blanks: `Bach + Söhne`, not `C++`. */
const AMPERSAND = /\s*&\s*|\s\+\s/gu;
/** Titles that are written with a dot or without. */
const TITLE = /(?<!\p{L})(Dr|Mr|Mrs|Ms|Prof|St)\.? (?=\p{L})/gu;
/** `YouTube`, but not `eBay`: each part begins with a capital. */
const CAMEL = /^(?:\p{Lu}\p{Ll}+){2,3}$/u;
const CAMEL_JOINTS = /(?<=\p{Ll})(?=\p{Lu})/gu;
/** Two words that are too long together for another word, as in `Kamil Koç`. */
const JOINABLE = /^(?=.{7,})\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u;
/** A variant below this length would occur in too many words. */
const FEWEST_LETTERS = 2;
/** Limits a name with many ampersands and hyphens. */
const MOST_VARIANTS = 60;

const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Keeps the case of the first letter: `Öko` becomes `Oeko`. */
function replaceLetters(text: string, table: Readonly<Record<string, string>>): string {
  return text.replace(/\p{L}/gu, (letter) => {
    const lower = letter.toLowerCase();
    const plain = table[lower];
    if (plain === undefined) return letter;
    return letter === lower ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
  });
}

/** Marks of Latin, Greek and Cyrillic only: in other scripts they make other letters. й and ї are letters too. */
const withoutAccents = (text: string): string =>
  replaceLetters(
    text
      .normalize('NFD')
      .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}/gu, '')
      .normalize('NFC'),
    PLAIN_LETTERS,
  );

/** Each step returns other spellings of one spelling; the steps combine. */
const STEPS: readonly ((name: string) => string[])[] = [
  (name) => [name.replace(LEGAL_FORM, ''), name.replace(CJK_LEGAL_FORM, '')],
  (name) => [name.replace(CYRILLIC_LEGAL_FORM, '').replace(/[«»„“”"]/gu, '')],
  (name) => (/\p{L}\.\p{Lu}/u.test(name) ? [name.replace(/\.(?=\p{Lu})/gu, '. ')] : []),
  (name) => [name.replace(/[!.]+$/u, '')],
  (name) =>
    name.match(AMPERSAND) === null
      ? []
      : ['&', ' & ', ...AND.map((and) => ` ${and} `)].map((and) => name.replaceAll(AMPERSAND, and)),
  (name) => [name.replaceAll(TITLE, '$1 '), name.replaceAll(TITLE, '$1. ')],
  (name) =>
    CAMEL.test(name) ? [name.replace(CAMEL_JOINTS, ' '), name.replace(CAMEL_JOINTS, '-')] : [],
  (name) =>
    /[\p{L}\p{N}]\p{Pd}[\p{L}\p{N}]/u.test(name)
      ? [name.replace(/\p{Pd}/gu, ' '), name.replace(/\p{Pd}/gu, '')]
      : [],
  (name) =>
    /[\p{L}\p{N}] [\p{L}\p{N}]/u.test(name)
      ? [name.replace(/(?<=[\p{L}\p{N}]) (?=[\p{L}\p{N}])/gu, '-')]
      : [],
  (name) =>
    /\p{L}\. \p{L}/u.test(name) ? ['.', ' ', ''].map((joint) => name.replaceAll('. ', joint)) : [],
  (name) => (JOINABLE.test(name) ? [name.replaceAll(' ', '')] : []),
  (name) => (/^\p{Script=Hangul}+ \p{Script=Hangul}+$/u.test(name) ? [name.replace(' ', '')] : []),
  (name) => [name.replace(/['’ʼ‘`]/gu, '')],
  (name) =>
    /\u200c/u.test(name) ? [name.replace(/\u200c/gu, ''), name.replace(/\u200c/gu, ' ')] : [],
];

/** Steps that change letters, which a name of exact case does not allow. */
const LETTER_STEPS: typeof STEPS = [
  (name) => [replaceLetters(name, { ё: 'е', ґ: 'г' })],
  (name) => [replaceLetters(name, UMLAUTS)],
  (name) => [replaceLetters(name, { ı: 'i' }), withoutAccents(name)],
];

/**
 * Other spellings of `name`, without itself: without legal form, closing `!` or `.`, apostrophes or accents, with ä as
 * ae, `&` as a word, a hyphen as a blank or nothing, and a blank as a hyphen. At most 60, the simplest first. With `isExact` no letter changes.
 */
export function variantsOf(name: string, { isExact = false } = {}): string[] {
  const variants = new Set([name]);
  for (const step of isExact ? STEPS : [...STEPS, ...LETTER_STEPS])
    for (const known of [...variants]) {
      if (variants.size > MOST_VARIANTS) break;
      for (const variant of step(known).map((text) => text.trim()))
        if (lettersOf(variant) >= Math.min(FEWEST_LETTERS, lettersOf(name))) variants.add(variant);
    }
  variants.delete(name);
  return [...variants].slice(0, MOST_VARIANTS);
}
