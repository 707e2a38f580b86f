/** Words that mix scripts: `Аcme` with a Cyrillic А reads as Acme. */

const LATIN = 'ABEKMHOPCTYXIJSaeopcyxijskABEZHIKMNOPTYXov';
const LOOK_ALIKES = 'АВЕКМНОРСТУХІЈЅаеорсухіјѕкΑΒΕΖΗΙΚΜΝΟΡΤΥΧον';
const CYRILLIC = /[\u0400-\u052f]/;

const toLatin = new Map([...LOOK_ALIKES].map((letter, index) => [letter, LATIN.charAt(index)]));
const toCyrillic = new Map(
  [...toLatin].flatMap(([letter, latin]) => (CYRILLIC.test(letter) ? [[latin, letter]] : [])),
);

const NEIGHBOURS = /[a-z][\u0370-\u03ff\u0400-\u052f]|[\u0370-\u03ff\u0400-\u052f][a-z]/i;
const WORDS = /[\p{L}\p{M}]+/gu;

/**
 * Look-alikes in mixed words become letters of one script: the one that all letters fit, or else most of them. The text keeps its
 * length. Most texts have no such word and cost one pass.
 */
export function unmixScripts(text: string): string {
  if (!NEIGHBOURS.test(text)) return text;
  return text.replace(WORDS, (word) => {
    const latin = word.match(/[a-z]/gi)?.length ?? 0;
    if (latin === 0 || latin === word.length) return word;
    const readings = [toLatin, toCyrillic].map((table) =>
      word.replace(/./gsu, (letter) => table.get(letter) ?? letter),
    );
    const [asLatin = word, asCyrillic = word] = readings;
    // A letter without a look-alike, such as л, tells the script; otherwise most of the letters do.
    const pure = readings.filter((reading) => !NEIGHBOURS.test(reading));
    if (pure.length === 1) return pure[0] ?? word;
    return latin * 2 >= word.length ? asLatin : asCyrillic;
  });
}
