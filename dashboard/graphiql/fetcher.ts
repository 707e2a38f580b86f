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

/** Browsers cannot set headers on a WebSocket, so the two relevant ones go into its first message. */
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
        ? 'The server rejected the connection. Sign in, or enter a valid key under Headers.'
        : `The connection was closed (${[error.code, error.reason].filter(Boolean).join(', ')}). Run the operation again to continue.`,
    );
  }
  return error instanceof Error ? error : new Error('Cannot reach the server.');
}

/** Opens a socket for one subscription and closes it when the subscription ends. */
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
        // The server sends a list of errors for an invalid document; any other failure closes the socket.
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
 * Finds the operation to run in the document itself, because right after a change of tabs GraphiQL
 * still passes the operation name of the previous tab.
 */
function findOperation({ query, operationName }: FetcherParams) {
  try {
    const document = parse(query);
    return getOperationAST(document, operationName) ?? getOperationAST(document);
  } catch {
    // The server reports the syntax error.
    return null;
  }
}

/** Runs subscriptions over a socket and everything else over HTTP; `watch` receives each HTTP response. */
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
