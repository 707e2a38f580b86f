import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type HttpMethod, pathsOf } from '../../rest/route.js';
import { routes } from '../../rest/routes.js';
import { toVariableList } from '../../rest/variables.js';

/** A documented path, and what its operation wants to know. */
export interface RestPath {
  /** `GET /api/v1/brands/:id` */
  key: string;
  method: HttpMethod;
  path: string;
  /** The variables of type ID, whatever the path calls them. */
  ids: number;
  /** Required ones of other types. */
  required: Record<string, unknown>;
}

const SAMPLES: Record<string, unknown> = {
  String: 'Sample text of Acme.',
  Int: 1,
  PromptInput: [{ text: 'Which of them?' }],
};

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const found = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return found as OperationDefinitionNode;
}

export const listRestPaths = (schema: GraphQLSchema): RestPath[] =>
  routes.flatMap((route) => {
    const variables = toVariableList(schema, operationOf(route.operation));
    const isId = ({ type }: (typeof variables)[number]) => getNamedType(type).name === 'ID';
    const required = variables
      .filter((variable) => isNonNullType(variable.type) && !isId(variable))
      .map(({ name, type }) => [name, SAMPLES[getNamedType(type).name]]);
    return pathsOf(route).map((path) => ({
      key: `${route.method} ${path}`,
      method: route.method,
      path,
      ids: variables.filter(isId).length,
      required: Object.fromEntries(required),
    }));
  });

/** A request that is valid but for what the ids name. */
export function toRequest(
  { method, path, required }: RestPath,
  ids: Record<string, string>,
): { method: HttpMethod; path: string; body?: object } {
  const input: Record<string, unknown> = { ...required, ...ids };
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => {
    const { [name]: value } = input;
    delete input[name];
    return encodeURIComponent(String(value));
  });
  if (method === 'POST') return { method, path: filled, body: input };
  const query = new URLSearchParams(input as Record<string, string>).toString();
  return { method, path: query === '' ? filled : `${filled}?${query}` };
}
