import { type Fault, fromTold } from './fault.js';

/** The sign-in library's own paths: all that the dashboard asks of the server beside GraphQL. */
async function call(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(`/api/auth${path}`, init).catch(() => null);
  if (response === null)
    throw fail({ code: 'OFFLINE', message: 'The server cannot be reached. Try again.' });
  const told = await response.json().catch(() => null);
  if (response.ok) return told;
  const fault = fromTold((told as { error?: object } | null)?.error, response.status);
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw fail({ ...fault, retryAfterSec: Number.isFinite(wait) ? wait : null });
}

/** A Fault that can be thrown. */
const fail = (fault: Partial<Fault> & Pick<Fault, 'code' | 'message'>): Error & Fault =>
  Object.assign(new Error(fault.message), {
    requestId: null,
    retryAfterSec: null,
    backoffSec: null,
    ...fault,
  });

export async function post(path: string, body: object): Promise<void> {
  await call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** `Answer` is what the library documents for the path. */
export const get = <Answer>(path: string, query: Record<string, string> = {}): Promise<Answer> =>
  call(`${path}?${new URLSearchParams(query)}`) as Promise<Answer>;

export const signIn = (email: string, password: string): Promise<void> =>
  post('/sign-in/email', { email, password });

export interface NewPerson {
  name: string;
  email: string;
  password: string;
  /** Of the link by which they were invited: some servers let nobody else in. */
  invitationId?: string;
  invitationToken?: string;
}

export const signUp = (person: NewPerson): Promise<void> => post('/sign-up/email', person);

export const signOut = (): Promise<void> => post('/sign-out', {});

/** Mails the link that confirms the address of whoever is signed in. */
export const sendConfirmation = (email: string): Promise<void> =>
  post('/send-verification-email', { email });

/** Answers the same whether somebody has this address or not. */
export const requestReset = (email: string): Promise<void> =>
  post('/request-password-reset', { email, redirectTo: '/dashboard/new-password' });

export const setPassword = (token: string, newPassword: string): Promise<void> =>
  post('/reset-password', { token, newPassword });

/** @returns false when the link was used already or is too old */
export async function openLink(token: string): Promise<boolean> {
  const answer = await fetch(`/api/auth/demo?token=${encodeURIComponent(token)}`).catch(() => null);
  return answer?.ok ?? false;
}
