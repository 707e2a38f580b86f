import { createRequire } from 'node:module';

interface Table {
  /** By what they are mistaken for: the characters, written one after another. */
  characters: Record<string, string>;
}

const IGNORABLE = /[\u200b-\u200d\u2028\u2029\ufeff]/g;

let prototypes: Map<string, string> | undefined;

/** The table is read with the first text: most processes never compare names. */
function loadPrototypes(): Map<string, string> {
  const load = createRequire(import.meta.url);
  const { characters } = load('./confusables.json') as Table;
  return new Map(
    Object.entries(characters).flatMap(([prototype, lookAlikes]) =>
      [...lookAlikes].map((character) => [character, prototype] as const),
    ),
  );
}

/**
 * Each character replaced by the one that it is mistaken for (Unicode Technical Standard 39), zero-width characters
 * removed. The text must be in lower case, in NFD and without marks: the table has no other characters.
 */
export function toPrototypes(text: string): string {
  prototypes ??= loadPrototypes();
  let result = '';
  for (const character of text.replace(IGNORABLE, ''))
    result += prototypes.get(character) ?? character;
  return result;
}
