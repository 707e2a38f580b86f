import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql';
import { findDocumentExcess } from './document-budget.js';

/** Limits of one document, the same over HTTP and WebSocket. */
export const DOCUMENT_LIMITS = {
  tokens: 2_000,
  /** Limited because each error searches the text from its start for its line. */
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

/** Reports an exceeded limit with the other errors instead of throwing it. */
const REPORT = {
  exposeLimits: true,
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, { message }: GraphQLError) =>
      context?.reportError(new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })),
  ],
};

/** Aliases, directives and depth. Tokens are bounded by the parser, and cost by a rule that counts arguments. */
export const limitRules: readonly ValidationRule[] = [
  maxAliasesRule({ n: DOCUMENT_LIMITS.aliases, allowList: [], ...REPORT }),
  maxDirectivesRule({ n: DOCUMENT_LIMITS.directives, ...REPORT }),
  maxDepthRule({ n: DOCUMENT_LIMITS.depth, ...REPORT }),
];

/** A parsed document with its faults. A document with faults is never run. */
export interface ReadDocument {
  document: DocumentNode;
  faults: readonly GraphQLError[];
}

export interface Documents {
  /** Parses and validates a text, or returns the cached result. */
  read(query: string): ReadDocument;
}

const NOTHING: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };
/** Most characters of all cached texts: a parsed text takes several hundred times its length. */
const KEPT_LENGTH = 256 * 1024;

const isTooLong = (query: string): boolean => {
  let lines = 1;
  for (let at = query.indexOf('\n'); at !== -1; at = query.indexOf('\n', at + 1)) lines += 1;
  for (let at = query.indexOf('\r'); at !== -1; at = query.indexOf('\r', at + 1)) lines += 1;
  return lines > DOCUMENT_LIMITS.lines;
};

/**
 * Returns the reasons to reject a document. The cheapest checks run first, so that each rule sees only documents
 * bounded by the earlier checks. The limits visit each fragment once; the rules of the GraphQL specification visit
 * fragments wherever they are spread, and compare repeated fields pair by pair.
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
        // Moves the text to the end of the eviction order.
        kept.delete(query);
        kept.set(query, known);
        return known;
      }
      const read = readAnew(query);
      // Rejected documents are not cached, so that they cannot evict valid ones.
      if (read.faults.length === 0) keep(query, read);
      return read;
    },
  };
}
