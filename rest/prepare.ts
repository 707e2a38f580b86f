import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { Context } from '../src/request/context.js';
import { type FieldNames, toNames } from './names.js';
import {
  type HttpMethod,
  operationOf,
  pathsOf,
  type Route,
  type RowScope,
  type Sources,
} from './route.js';
import { validateRoutes } from './validate-routes.js';
import { toVariableList, toVariables } from './variables.js';

export type RunOperation = (
  variables: Record<string, unknown>,
  context: Context,
) => Promise<ExecutionResult> | ExecutionResult;
export type Compile = (document: DocumentNode, operationName: string) => RunOperation;

/** A validated row with its compiled document. */
export interface PreparedRoute
  extends Pick<
    Route,
    | 'path'
    | 'successor'
    | 'auth'
    | 'status'
    | 'isOpen'
    | 'cacheSec'
    | 'toBody'
    | 'largestBodyBytes'
    | 'nextOf'
  > {
  method: HttpMethod;
  /** The row's own path, followed by its aliases. */
  paths: readonly string[];
  scope: RowScope;
  readVariables(sources: Sources): Record<string, unknown>;
  /** REST names of fields that have another name in the schema. */
  namesOfFields: FieldNames;
  run: RunOperation;
}

/** Runs once at startup. Throws if the table has a fault. */
export function prepareRoutes(options: {
  routes: readonly Route[];
  /** All documents; an unused one is a fault. */
  documents: readonly DocumentNode[];
  schema: GraphQLSchema;
  compile: Compile;
}): PreparedRoute[] {
  const { routes, schema, compile } = options;
  validateRoutes(routes, options.documents, schema);
  return routes.map((row) => {
    const operation = operationOf(row);
    const variables = toVariableList(schema, operation);
    return {
      ...row,
      paths: pathsOf(row),
      scope: row.scope ?? (row.method === 'GET' ? 'read' : 'write'),
      readVariables(sources) {
        const isText = row.method === 'GET';
        // Path parameters take precedence.
        const input = { ...(isText ? sources.query : sources.body), ...sources.params };
        return toVariables(variables, row.toVariables?.(input, sources) ?? input, isText);
      },
      namesOfFields: toNames(row.operation),
      run: compile(row.operation, operation.name?.value ?? ''),
    };
  });
}
