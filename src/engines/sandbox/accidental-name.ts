/**
 * Removes tracked names from sandbox prose. A brand may be called "Best" or "The"; the sandbox writes
 * such a word only where it drew a mention.
 */

const WORD = /[\p{L}\p{M}\p{N}_]/u;
const SPACELESS =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

const lastCharacter = (text: string): string => [...text.slice(-2)].at(-1) ?? '';
const firstCharacter = (text: string): string => [...text.slice(0, 2)][0] ?? '';

/** Rejects "art" in "start" as a name; a Chinese name needs no surrounding spaces. */
const isGlued = (inner: string, outer: string): boolean =>
  WORD.test(inner) && WORD.test(outer) && !SPACELESS.test(inner) && !SPACELESS.test(outer);

function* occurrences(text: string, name: string): Generator<{ start: number; end: number }> {
  const pattern = name.normalize('NFKC').trim();
  if (pattern === '') return;
  const search = new RegExp(pattern.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'), 'giu');
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const start = match.index;
    const end = start + match[0].length;
    const before = lastCharacter(text.slice(0, start));
    const after = firstCharacter(text.slice(end));
    const glued =
      isGlued(firstCharacter(match[0]), before) || isGlued(lastCharacter(match[0]), after);
    if (!glued) yield { start, end };
  }
}

export const hasName = (text: string, name: string): boolean =>
  !occurrences(text, name).next().done;

/** Removes the names, repeatedly: removing one may join characters into another. */
export function withoutNames(text: string, names: readonly string[]): string {
  let clean = text;
  for (let found = true; found; ) {
    found = false;
    for (const name of names) {
      for (let hit = occurrences(clean, name).next(); !hit.done; ) {
        found = true;
        clean = clean.slice(0, hit.value.start) + clean.slice(hit.value.end);
        hit = occurrences(clean, name).next();
      }
    }
    if (found) clean = clean.replace(/ {2,}/gu, ' ').replace(/ +(?=[,.;:])|^ +/gmu, '');
  }
  return clean;
}
