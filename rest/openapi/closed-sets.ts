import type { Schema } from './json-schema.js';

/**
 * Texts that take or are one of a few words, by coordinate: `Account.tier`,
 * `Query.citations(platform:)`, `sentinel.triggered.severity`.
 */
export type ClosedSets = Readonly<Record<string, readonly string[]>>;

/** Text by text; in a list each one. */
export function withWords(schema: Schema, words: readonly string[] | undefined): Schema {
  if (words === undefined) return schema;
  if (schema.type !== 'array') return { ...schema, enum: words };
  return { ...schema, items: { ...(schema.items as Schema), enum: words } };
}

/** A set whose place nothing bears any more would be missed by nobody: it throws, naming it. */
export function createSetReader(sets: ClosedSets) {
  const unread = new Set(Object.keys(sets));
  return {
    wordsOf(coordinate: string): readonly string[] | undefined {
      unread.delete(coordinate);
      return sets[coordinate];
    },
    assertAllRead(): void {
      if (unread.size > 0)
        throw new Error(
          `no path says anything of ${[...unread].join(', ')}, which have closed sets`,
        );
    },
  };
}

export type WordsOf = ReturnType<typeof createSetReader>['wordsOf'];
