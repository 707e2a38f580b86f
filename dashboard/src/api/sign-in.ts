import { type Fault, fromTold } from './fault.js';

/** Requests to the sign-in library, the only ones of the dashboard besides GraphQL. Throws a Fault. */
async function call(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(`/api/auth${path}`, init).catch(() => null);
  if (response === null)
    throw fail({ code: 'OFFLINE', message: 'Cannot reach the server. Try again.' });
  const told = await response.json().catch(() => null);
  if (response.ok) return told;
  const fault = fromTold((told as { error?: object } | null)?.error, response.status);
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw fail({ ...fault, retryAfterSec: Number.isFinite(wait) ? wait : null });
}

/** Creates an Error with the fields of a Fault. */
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

/** `Answer` is the response type that the library documents for the path. */
export const get = <Answer>(path: string, query: Record<string, string> = {}): Promise<Answer> =>
  call(`${path}?${new URLSearchParams(query)}`) as Promise<Answer>;

export const signIn = (email: string, password: string): Promise<void> =>
  post('/sign-in/email', { email, password });

export interface NewPerson {
  name: string;
  email: string;
  password: string;
  /** From the invitation link; required on servers that allow sign-up by invitation only. */
  invitationId?: string;
  invitationToken?: string;
}

export const signUp = (person: NewPerson): Promise<void> => post('/sign-up/email', person);

export const signOut = (): Promise<void> => post('/sign-out', {});

/** Mails a confirmation link to the signed-in person. */
export const sendConfirmation = (email: string): Promise<void> =>
  post('/send-verification-email', { email });

/** The response does not reveal whether an account with this address exists. */
export const requestReset = (email: string): Promise<void> =>
  post('/request-password-reset', { email, redirectTo: '/dashboard/new-password' });

export const setPassword = (token: string, newPassword: string): Promise<void> =>
  post('/reset-password', { token, newPassword });

/** Signs in with a one-time demo link. @returns false if the link was used, has expired or cannot be checked */
export async function openLink(token: string): Promise<boolean> {
  const answer = await fetch(`/api/auth/demo?token=${encodeURIComponent(token)}`).catch(() => null);
  return answer?.ok ?? false;
}
