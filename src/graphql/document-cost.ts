import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type GraphQLType,
  getOperationAST,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isWrappingType,
} from 'graphql';
// The ESM entry loads a second copy of graphql, whose types are incompatible.
import {
  type ComplexityEstimator,
  fieldExtensionsEstimator,
  getComplexity,
  simpleEstimator,
} from 'graphql-query-complexity/cjs';
import { DOCUMENT_LIMITS } from './documents.js';

/** Schema values cost less than records, because they are in memory. */
const SCHEMA_VALUES_PER_COST = 6;
const REMEMBERED_COSTS = 1_000;
/** Most characters of a cache key; the costs of longer variables are not cached. */
const LONGEST_KEY = 500;

/** Share of list and non-null wrappers among all types that introspection returns for fields and arguments. */
function shareOfWrappers(types: readonly GraphQLType[]): number {
  let wrappers = 0;
  for (let type of types)
    while (isWrappingType(type)) {
      wrappers += 1;
      type = type.ofType;
    }
  return wrappers / (wrappers + types.length);
}

/** Charges introspection by average list length: a short query can return the schema many times over. */
function createIntrospectionEstimator(schema: GraphQLSchema): ComplexityEstimator {
  const types = Object.values(schema.getTypeMap());
  const fields = types.filter(isObjectType).flatMap((type) => Object.values(type.getFields()));
  const args = fields.flatMap((field) => field.args);
  const enumValues = types.filter(isEnumType).flatMap((type) => type.getValues());
  const inputFields = types
    .filter(isInputObjectType)
    .flatMap((type) => Object.values(type.getFields()));
  const lengths: Readonly<Record<string, number>> = {
    types: types.length,
    fields: fields.length / types.length,
    args: args.length / fields.length,
    enumValues: enumValues.length / types.length,
    inputFields: inputFields.length / types.length,
    ofType: shareOfWrappers([...fields, ...args, ...inputFields].map(({ type }) => type)),
  };
  return ({ type, field, childComplexity }) => {
    if (isIntrospectionType(type)) return 1 + childComplexity * (lengths[field.name] ?? 1);
    if (field.name !== '__schema' && field.name !== '__type') return undefined;
    return Math.ceil(childComplexity / SCHEMA_VALUES_PER_COST);
  };
}

type Variables = Record<string, unknown>;

/** Returns the reasons to reject an operation with its variables; empty if the document lacks the operation. */
export type CostCheck = (
  document: DocumentNode,
  operationName: string | undefined,
  variables: Variables,
) => readonly GraphQLError[];

/** Checks the cost of an operation with its variables. Costs are cached per document. */
export function createCostCheck(schema: GraphQLSchema): CostCheck {
  const estimators = [
    createIntrospectionEstimator(schema),
    fieldExtensionsEstimator(),
    simpleEstimator({ defaultComplexity: 1 }),
  ];
  const costs = new WeakMap<DocumentNode, Map<string, number>>();
  return (document, operationName, variables) => {
    const operation = getOperationAST(document, operationName);
    if (!operation) return [];
    const known = costs.get(document) ?? new Map<string, number>();
    costs.set(document, known);
    const key = `${operationName ?? ''} ${JSON.stringify(variables)}`;
    let cost = known.get(key);
    if (cost === undefined) {
      // Without `maxErrors` the library returns an error for every invalid value of a long list.
      const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
        maxErrors: DOCUMENT_LIMITS.errors,
      });
      if (errors !== undefined) return errors;
      cost = getComplexity({
        schema,
        query: document,
        operationName: operation.name?.value,
        variables,
        estimators,
      });
      if (known.size < REMEMBERED_COSTS && key.length <= LONGEST_KEY) known.set(key, cost);
    }
    if (cost <= DOCUMENT_LIMITS.cost) return [];
    const message = `the operation costs ${cost}; at most ${DOCUMENT_LIMITS.cost} is allowed: request shorter lists`;
    return [new GraphQLError(message)];
  };
}
