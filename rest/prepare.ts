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

/** A row as requests meet it: checked, its document compiled. */
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
  /** The row's own path, then its aliases. */
  paths: readonly string[];
  scope: RowScope;
  readVariables(sources: Sources): Record<string, unknown>;
  /** How the row calls what the schema calls otherwise. */
  namesOfFields: FieldNames;
  run: RunOperation;
}

/** Once, before the first request: a table with a fault lets nothing start. */
export function prepareRoutes(options: {
  routes: readonly Route[];
  /** All documents there are; one that no row uses is a fault. */
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
        // What the path names is never overridden.
        const input = { ...(isText ? sources.query : sources.body), ...sources.params };
        return toVariables(variables, row.toVariables?.(input, sources) ?? input, isText);
      },
      namesOfFields: toNames(row.operation),
      run: compile(row.operation, operation.name?.value ?? ''),
    };
  });
}
