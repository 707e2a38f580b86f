import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LIMITS, limitRules } from './document-limits.js';

const KEPT = 200;
/** A longer text is not worth its place. */
const KEPT_LENGTH = 10_000;

/** Parses and validates each text once, as long as it is among those that were asked for last. */
export function createSocketDocuments(schema: GraphQLSchema) {
  const rules = [...specifiedRules, ...limitRules];
  const kept = new Map<string, DocumentNode>();
  const valid = new WeakSet<DocumentNode>();

  return {
    /** Throws a GraphQLError for what is no document. */
    read(query: string): DocumentNode {
      const document = kept.get(query) ?? parse(query, { maxTokens: LIMITS.tokens });
      if (query.length > KEPT_LENGTH) return document;
      kept.delete(query);
      kept.set(query, document);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return document;
    },
    faultsOf(document: DocumentNode): readonly GraphQLError[] {
      if (valid.has(document)) return [];
      const faults = validate(schema, document, rules, { maxErrors: LIMITS.errors });
      if (faults.length === 0) valid.add(document);
      return faults;
    },
  };
}
