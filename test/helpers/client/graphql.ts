import type { TestApp } from '../app.js';
import { type Answer, type Call, call } from './http.js';

export interface ShownError {
  message: string;
  path?: (string | number)[];
  extensions: {
    code: string;
    requestId: string;
    retryAfterSec?: number;
    details?: Record<string, unknown>;
  };
}

export interface GraphQLAnswer extends Answer {
  data: Record<string, unknown> | null | undefined;
  errors: ShownError[];
  codes: string[];
}

/** Sends one GraphQL document over HTTP. */
export async function ask(
  app: Pick<TestApp, 'url'>,
  query: string,
  options: Omit<Call, 'body'> & { variables?: object; operationName?: string } = {},
): Promise<GraphQLAnswer> {
  const { variables, operationName, ...rest } = options;
  const body = { query, variables, operationName };
  const answer = await call(app.url, 'POST', '/graphql', { ...rest, body });
  const { data, errors = [] } = answer.json<{
    data?: Record<string, unknown> | null;
    errors?: ShownError[];
  }>();
  return { ...answer, data, errors, codes: errors.map(({ extensions }) => extensions.code) };
}
