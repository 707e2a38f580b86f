import { tryParseJSONC } from '@graphiql/react';

/** What the headers editor says; nothing while it holds comments only or is being written. */
export function readHeaders(text: string | null | undefined): Record<string, unknown> {
  try {
    return tryParseJSONC(text ?? '') ?? {};
  } catch {
    return {};
  }
}

/** The key that requests carry, as much of it as may be shown. */
export function shownKey(headers: Record<string, unknown>): string | undefined {
  const [, value] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  const key = /^Bearer +(\S+)$/i.exec(String(value ?? ''))?.[1];
  return key === undefined ? undefined : `${key.slice(0, 12)}…`;
}
