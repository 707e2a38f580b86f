import { checkDescribed } from './described.js';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON, of the shape that the test goes on to check; fails when it is none. */
  json<Body = Record<string, unknown>>(): Body;
}

export interface Call {
  /** An API key, sent as a bearer token. */
  key?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a string goes out as it is. */
  body?: unknown;
}

/** One request over a real socket; an answer of REST has to be as the description says. */
export async function call(
  url: string,
  method: string,
  path: string,
  options: Call = {},
): Promise<Answer> {
  const { key, body, headers = {} } = options;
  const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  checkDescribed({ method, path, status: response.status, headers: response.headers, text });
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: <Body>() => JSON.parse(text) as Body,
  };
}
