import { type Client, createClient } from 'graphql-ws';
import WebSocket from 'ws';

export interface GraphQLAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
  data: any;
  errors?: {
    message: string;
    path?: unknown[];
    extensions: { code: string; requestId?: string };
  }[];
}

export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

/** Sends one operation over HTTP. */
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

/** Opens a WebSocket; a cookie is sent with the handshake, a key in the first message. */
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

/** The first event of a subscription. Rejects with its errors, or when the socket is closed. */
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
