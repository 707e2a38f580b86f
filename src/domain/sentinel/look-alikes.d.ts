/** Types of two small packages that bring none. */

declare module 'unicode-confusables' {
  /** Each character replaced by the one it is mistaken for (Unicode Technical Standard 39). */
  export function rectifyConfusion(text: string): string;
}

declare module 'damerau-levenshtein' {
  /** Insertions, deletions, substitutions and transpositions of neighbours. */
  export default function distance(one: string, other: string): { steps: number };
}
