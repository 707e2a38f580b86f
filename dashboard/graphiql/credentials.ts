import { tryParseJSONC } from '@graphiql/react';

/** Parses the headers editor; an empty object while it holds only comments or invalid JSON. */
export function readHeaders(text: string | null | undefined): Record<string, unknown> {
  try {
    return tryParseJSONC(text ?? '') ?? {};
  } catch {
    return {};
  }
}

/** First 12 characters of the key in the Authorization header; undefined without one. */
export function shownKey(headers: Record<string, unknown>): string | undefined {
  const [, value] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  const key = /^Bearer +(\S+)$/i.exec(String(value ?? ''))?.[1];
  return key === undefined ? undefined : `${key.slice(0, 12)}…`;
}
