import type { Fetcher, FetcherParams } from '@graphiql/toolkit';
import { getOperationAST, parse } from 'graphql';
import { createClient } from 'graphql-ws';

type Headers = Record<string, unknown>;

interface Observer {
  next(value: unknown): void;
  error(cause: Error): void;
  complete(): void;
}

const PATH = '/graphql';

async function send(params: FetcherParams, headers: Headers): Promise<unknown> {
  const response = await fetch(PATH, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      ...(headers as Record<string, string>),
    },
    body: JSON.stringify(params),
  });
  return response.json();
}

/** A socket has no headers of its own: the two that matter go in its first message. */
function toConnectionParams(headers: Headers): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === 'authorization') params.authorization = value;
    if (name.toLowerCase() === 'x-environment') params.environment = value;
  }
  return params;
}

function explain(error: unknown): Error {
  if (error instanceof CloseEvent) {
    return new Error(
      error.code === 4403
        ? 'The server refused the connection: sign in, or give a key that holds under Headers.'
        : `The connection was closed (${[error.code, error.reason].filter(Boolean).join(', ')}). Run it again to go on.`,
    );
  }
  return error instanceof Error ? error : new Error('The server cannot be reached.');
}

/** One socket for one run of the operation, closed with it. */
function follow(params: FetcherParams, headers: Headers): ReturnType<Fetcher> {
  const client = createClient({
    url: `${location.origin.replace('http', 'ws')}${PATH}`,
    connectionParams: toConnectionParams(headers),
    retryAttempts: 0,
  });
  return {
    subscribe(observer) {
      const { next, error, complete } = observer as Observer;
      const stop = client.subscribe(params, {
        next: (result) => next(result),
        // The server sends a list for a document it refuses, and closes for all else.
        error(cause) {
          if (!Array.isArray(cause)) return error(explain(cause));
          next({ errors: cause });
          complete();
        },
        complete,
      });
      return {
        unsubscribe() {
          stop();
          void client.dispose();
        },
      };
    },
  };
}

/**
 * The operation that is meant, read from the document itself: just after a change of tabs GraphiQL
 * still names the operation of the tab before.
 */
function findOperation({ query, operationName }: FetcherParams) {
  try {
    const document = parse(query);
    return getOperationAST(document, operationName) ?? getOperationAST(document);
  } catch {
    // The server says what is wrong with it.
    return null;
  }
}

/** Subscriptions over a socket, all else over HTTP; `watch` sees every answer to the latter. */
export const createFetcher =
  (watch: (answer: unknown) => void): Fetcher =>
  async (params, options) => {
    const headers: Headers = options?.headers ?? {};
    const operation = findOperation(params);
    const named = { ...params, operationName: operation?.name?.value };
    if (operation?.operation === 'subscription') return follow(named, headers);
    const answer = await send(named, headers);
    watch(answer);
    return answer as never;
  };
