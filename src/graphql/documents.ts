import { ApolloArmor } from '@escape.tech/graphql-armor';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { findDocumentExcess } from './document-budget.js';

/** Limits of one document, over HTTP and WebSocket. */
export const DOCUMENT_LIMITS = {
  tokens: 2_000,
  /** Each error searches for its line from the start of the text. */
  lines: 2_000,
  definitions: 100,
  selections: 1_000,
  fields: 250,
  comparisons: 1_500,
  depth: 12,
  aliases: 15,
  directives: 10,
  cost: 5_000,
  errors: 5,
} as const;

const armor = new ApolloArmor({
  // The library's cost ignores arguments; `document-cost.ts` multiplies by `first`.
  costLimit: { enabled: false },
  // The library turns parse errors into 500; the parser's own limit is used instead.
  maxTokens: { enabled: false },
  blockFieldSuggestion: { enabled: false },
  maxDepth: { n: DOCUMENT_LIMITS.depth, exposeLimits: true },
  maxAliases: { n: DOCUMENT_LIMITS.aliases, allowList: [], exposeLimits: true },
  maxDirectives: { n: DOCUMENT_LIMITS.directives, exposeLimits: true },
}).protect();

/** Depth, aliases and directives. */
export const limitRules: readonly ValidationRule[] = armor.validationRules ?? [];

/** A parsed document with its errors. A document with errors is never run. */
export interface ReadDocument {
  document: DocumentNode;
  faults: readonly GraphQLError[];
}

export interface Documents {
  /** Parses and validates a text, with a cache of recently used documents. */
  read(query: string): ReadDocument;
}

const NOTHING: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };
/** Total length of cached documents, in characters; a parsed document takes several hundred times its length. */
const KEPT_LENGTH = 256 * 1024;

const isTooLong = (query: string): boolean => {
  let lines = 1;
  for (let at = query.indexOf('\n'); at !== -1; at = query.indexOf('\n', at + 1)) lines += 1;
  for (let at = query.indexOf('\r'); at !== -1; at = query.indexOf('\r', at + 1)) lines += 1;
  return lines > DOCUMENT_LIMITS.lines;
};

/**
 * Validates a document, cheapest checks first, so that each rule only sees documents that earlier checks
 * have bounded. The limits visit each fragment once; the GraphQL rules visit a fragment wherever it is
 * spread, and compare repeated fields pairwise.
 */
export function createDocumentCheck(schema: GraphQLSchema, introspection: boolean) {
  const rules = introspection
    ? specifiedRules
    : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  return (document: DocumentNode): readonly GraphQLError[] => {
    const excess = findDocumentExcess(document, DOCUMENT_LIMITS);
    if (excess !== null) return [excess];
    for (const stage of [limitRules, rules]) {
      const faults = validate(schema, document, stage, { maxErrors: DOCUMENT_LIMITS.errors });
      if (faults.length > 0) return faults;
    }
    return [];
  };
}

export function createDocuments(schema: GraphQLSchema, introspection: boolean): Documents {
  const check = createDocumentCheck(schema, introspection);
  const kept = new Map<string, ReadDocument>();
  let keptLength = 0;

  function keep(query: string, read: ReadDocument): void {
    kept.set(query, read);
    keptLength += query.length;
    for (const oldest of kept.keys()) {
      if (keptLength <= KEPT_LENGTH) return;
      kept.delete(oldest);
      keptLength -= oldest.length;
    }
  }

  function readAnew(query: string): ReadDocument {
    if (isTooLong(query))
      return {
        document: NOTHING,
        faults: [new GraphQLError(`the document has more than ${DOCUMENT_LIMITS.lines} lines`)],
      };
    try {
      const document = parse(query, { maxTokens: DOCUMENT_LIMITS.tokens });
      return { document, faults: check(document) };
    } catch (error) {
      if (error instanceof GraphQLError) return { document: NOTHING, faults: [error] };
      throw error;
    }
  }

  return {
    read(query) {
      const known = kept.get(query);
      if (known !== undefined) {
        // Marks the document as most recently used.
        kept.delete(query);
        kept.set(query, known);
        return known;
      }
      const read = readAnew(query);
      // A rejected document would evict one that is used again.
      if (read.faults.length === 0) keep(query, read);
      return read;
    },
  };
}
