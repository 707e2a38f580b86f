import type { Schema } from './json-schema.js';

/**
 * Allowed values of strings, by coordinate: `Account.tier`, `Query.citations(platform:)`,
 * `sentinel.triggered.severity`.
 */
export type ClosedSets = Readonly<Record<string, readonly string[]>>;

/** Restricts a string, or each string of a list, to the allowed values. */
export function withWords(schema: Schema, words: readonly string[] | undefined): Schema {
  if (words === undefined) return schema;
  if (schema.type !== 'array') return { ...schema, enum: words };
  return { ...schema, items: { ...(schema.items as Schema), enum: words } };
}

/** Tracks which sets are read. `assertAllRead` throws for sets whose coordinate no longer exists. */
export function createSetReader(sets: ClosedSets) {
  const unread = new Set(Object.keys(sets));
  return {
    wordsOf(coordinate: string): readonly string[] | undefined {
      unread.delete(coordinate);
      return sets[coordinate];
    },
    assertAllRead(): void {
      if (unread.size > 0)
        throw new Error(`no path uses the closed sets of ${[...unread].join(', ')}`);
    },
  };
}

export type WordsOf = ReturnType<typeof createSetReader>['wordsOf'];
