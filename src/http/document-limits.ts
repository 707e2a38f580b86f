import { ApolloArmor } from '@escape.tech/graphql-armor';
import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
// Its other entry loads a second copy of graphql, whose types are not ours.
import {
  fieldExtensionsEstimator,
  getComplexity,
  simpleEstimator,
} from 'graphql-query-complexity/cjs';

/** What one document may ask for, over HTTP and over WebSocket alike. */
export const LIMITS = {
  tokens: 2_000,
  depth: 12,
  aliases: 15,
  directives: 10,
  fields: 250,
  cost: 5_000,
  errors: 5,
} as const;

const armor = new ApolloArmor({
  // The library's own cost knows no arguments; ours multiplies by `first`.
  costLimit: { enabled: false },
  // It turns parse errors into 500; the parser's own limit does the same work.
  maxTokens: { enabled: false },
  blockFieldSuggestion: { enabled: false },
  maxDepth: { n: LIMITS.depth, exposeLimits: true },
  maxAliases: { n: LIMITS.aliases, allowList: [], exposeLimits: true },
  maxDirectives: { n: LIMITS.directives, exposeLimits: true },
}).protect();

/** Fields after fragments are put in their places, so that a fragment cannot hide a thousand of them. */
function countFields(
  context: ValidationContext,
  selections: SelectionSetNode,
  seen: readonly string[],
  left: number,
): number {
  let count = 0;
  for (const selection of selections.selections) {
    if (count > left) return count;
    if (selection.kind === Kind.FIELD) count += 1;
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? spread(context, selection.name.value, seen)
        : selection.selectionSet;
    if (inner === undefined) continue;
    const path = selection.kind === Kind.FRAGMENT_SPREAD ? [...seen, selection.name.value] : seen;
    count += countFields(context, inner, path, left - count);
  }
  return count;
}

const spread = (
  context: ValidationContext,
  name: string,
  seen: readonly string[],
): SelectionSetNode | undefined =>
  seen.includes(name) ? undefined : context.getFragment(name)?.selectionSet;

const maxFieldsRule: ValidationRule = (context): ASTVisitor => ({
  OperationDefinition(node) {
    if (countFields(context, node.selectionSet, [], LIMITS.fields) > LIMITS.fields) {
      context.reportError(
        new GraphQLError(`the operation asks for more than ${LIMITS.fields} fields`),
      );
    }
  },
});

export const limitRules: ValidationRule[] = [...(armor.validationRules ?? []), maxFieldsRule];

const COST_ESTIMATORS = [fieldExtensionsEstimator(), simpleEstimator({ defaultComplexity: 1 })];
const REMEMBERED_COSTS = 1_000;
/** Longer variables are not worth their memory. */
const LONGEST_KEY = 500;

/** The cost of a document with its variables, remembered for those that come again and again. */
export function createCostLimit(
  schema: GraphQLSchema,
): (
  document: DocumentNode,
  operationName: string | undefined,
  variables: Record<string, unknown>,
) => void {
  const costs = new WeakMap<DocumentNode, Map<string, number>>();
  return (document, operationName, variables) => {
    const known = costs.get(document) ?? new Map<string, number>();
    costs.set(document, known);
    const key = `${operationName ?? ''} ${JSON.stringify(variables)}`;
    let cost = known.get(key);
    if (cost === undefined) {
      cost = getComplexity({
        schema,
        query: document,
        operationName,
        variables,
        estimators: COST_ESTIMATORS,
      });
      if (known.size < REMEMBERED_COSTS && key.length <= LONGEST_KEY) known.set(key, cost);
    }
    if (!(cost <= LIMITS.cost)) {
      throw new GraphQLError(
        `the operation costs ${cost}; at most ${LIMITS.cost} is allowed: ask for shorter lists`,
      );
    }
  };
}

/** Names of the schema do not leak through "Did you mean". */
export const withoutSuggestions = (message: string): string =>
  message.replace(/ ?Did you mean .+\?/g, '');
