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

/** The e-mail address of whoever is signed in; null for nobody. */
export async function whoIsSignedIn(): Promise<string | null> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'query WhoAmI { me { user { email } } }' }),
  });
  const { data } = (await response.json()) as {
    data?: { me?: { user: { email: string } } | null } | null;
  };
  return data?.me?.user.email ?? null;
}
