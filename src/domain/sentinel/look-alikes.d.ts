/** Types for two packages without types. */

declare module 'unicode-confusables' {
  /** Replaces each character by the one it is mistaken for (Unicode Technical Standard 39). */
  export function rectifyConfusion(text: string): string;
}

declare module 'damerau-levenshtein' {
  /** Counts insertions, deletions, substitutions and transpositions of neighbours. */
  export default function distance(one: string, other: string): { steps: number };
}
