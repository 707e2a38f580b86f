import { type Client, createClient } from 'graphql-ws';
import WebSocket from 'ws';

export interface GraphQLAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  data: any;
  errors?: {
    message: string;
    path?: unknown[];
    extensions: { code: string; requestId?: string };
  }[];
}

export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

/** One operation over HTTP, as a client sends it. */
export async function post(
  url: string,
  headers: Record<string, string>,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<GraphQLAnswer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...((await response.json()) as object) } as GraphQLAnswer;
}

/** A socket of its own; a cookie goes with the handshake, a key into the first message. */
export function connect(url: string, headers: Record<string, string>): Client {
  const { authorization, cookie, 'x-environment': environment } = headers;
  class Socket extends WebSocket {
    constructor(address: string, protocols: string | string[]) {
      super(address, protocols, cookie === undefined ? {} : { headers: { cookie } });
    }
  }
  return createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: Socket,
    retryAttempts: 0,
    connectionParams: {
      ...(authorization && { authorization }),
      ...(environment && { environment }),
    },
  });
}

/** The first thing that a subscription says: an event or its errors. Rejects when the socket is closed. */
export async function firstOf(
  client: Client,
  query: string,
  variables: Record<string, unknown>,
): Promise<Omit<GraphQLAnswer, 'status'>> {
  try {
    for await (const result of client.iterate({ query, variables })) return result as never;
    return { data: null };
  } catch (errors) {
    if (Array.isArray(errors)) return { data: null, errors };
    throw errors;
  }
}
