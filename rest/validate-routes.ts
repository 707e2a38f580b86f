import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  validate,
} from 'graphql';
import { pathsOf, type Route, type RowScope } from './route.js';

const RANK: Record<RowScope, number> = { read: 0, write: 1, admin: 2 };

const operationsOf = (document: DocumentNode): OperationDefinitionNode[] =>
  document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);

function* documentFaults(
  { method, operation: document }: Route,
  schema: GraphQLSchema,
): Generator<string> {
  for (const { message } of validate(schema, document)) yield message;
  const [operation, second] = operationsOf(document);
  if (operation === undefined || second !== undefined)
    return yield 'its document must hold one operation';
  if (operation.name === undefined) yield 'its operation has no name';
  if (
    operation.operation === 'subscription' ||
    (method === 'GET' && operation.operation !== 'query')
  ) {
    yield `a ${method} cannot be a ${operation.operation}`;
  }
  const roots = operation.selectionSet.selections;
  if (roots.length !== 1 || roots[0]?.kind !== Kind.FIELD)
    yield 'its operation must ask for one root field';
}

/** Whether a placeholder of an earlier path matches requests meant for this path. */
function isHidden(path: string, earlier: string): boolean {
  const [own, before] = [path.split('/'), earlier.split('/')];
  if (own.length !== before.length || path === earlier) return false;
  return before.every((segment, at) => segment === own[at] || segment.startsWith(':'));
}

function* pathFaults(row: Route, before: readonly Route[]): Generator<string> {
  for (const path of pathsOf(row)) {
    for (const earlier of before) {
      for (const taken of pathsOf(earlier)) {
        if (taken === path && earlier.method === row.method) yield `${path} is taken already`;
        if (isHidden(path, taken)) yield `${path} stands behind ${taken}`;
      }
    }
  }
}

function* scopeFaults({ method, scope, auth }: Route): Generator<string> {
  if (scope === undefined) return;
  if (auth === 'none') yield 'a path without a caller cannot ask for a scope';
  if (RANK[scope] < RANK[method === 'GET' ? 'read' : 'write'])
    yield `${scope} is less than a ${method} needs`;
}

/** Throws one error that lists every fault of the table. */
export function validateRoutes(
  routes: readonly Route[],
  documents: readonly DocumentNode[],
  schema: GraphQLSchema,
): void {
  const used = new Set(routes.map((row) => row.operation));
  const faults = [
    ...routes.flatMap((row, at) =>
      [
        ...documentFaults(row, schema),
        ...pathFaults(row, routes.slice(0, at)),
        ...scopeFaults(row),
      ].map((fault) => `${row.method} ${row.path}: ${fault}`),
    ),
    ...documents
      .filter((document) => !used.has(document))
      .flatMap(operationsOf)
      .map(({ name }) => `${name?.value}: no path asks for this operation`),
  ];
  if (faults.length > 0)
    throw new Error(
      `REST paths that cannot be served:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
}
