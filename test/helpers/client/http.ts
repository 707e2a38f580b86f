import { checkDescribed } from './described.js';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parses the body as JSON; throws if it is not JSON. The shape is not checked. */
  json<Body = Record<string, unknown>>(): Body;
}

export interface Call {
  /** An API key, sent as a bearer token. */
  key?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
}

/** Sends one request over a real socket; a REST response must match the API description. */
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
