import type { TestApp } from '../app.js';
import { sql } from '../run/sql.js';
import { type Answer, call } from './http.js';

let addresses = 0;
/** A unique client address, because sign-in is rate limited by address. */
export const newAddress = (): string => {
  addresses += 1;
  return `203.0.${addresses >> 8}.${addresses & 255}`;
};

/** The Cookie header that a browser would send after this response. */
export const cookieOf = (answer: Pick<Answer, 'headers'>): string =>
  answer.headers
    .getSetCookie()
    .filter((line) => !/max-age=0/i.test(line))
    .map((line) => line.split(';')[0])
    .join('; ');

export interface AuthCall {
  cookie?: string;
  from?: string;
  headers?: Record<string, string>;
}

/** Sends a POST to an endpoint of the sign-in library, as through one proxy. */
export const postAuth = (
  app: Pick<TestApp, 'url'>,
  path: string,
  body: object,
  { cookie, from = newAddress(), headers }: AuthCall = {},
): Promise<Answer> =>
  call(app.url, 'POST', `/api/auth${path}`, {
    body,
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }), ...headers },
  });

/** The newest mail to an address. */
export async function lastMail(
  app: Pick<TestApp, 'databaseUrl'>,
  recipient: string,
): Promise<{ subject: string; body: string } | undefined> {
  const [mail] = await sql<{ subject: string; body: string }>(
    app.databaseUrl,
    'select subject, body from auth.mail where recipient = $1 order by id desc limit 1',
    [recipient],
  );
  return mail;
}

const PASSWORD = 'a password of the test';
let people = 0;

/** Signs up a new user; the user is signed in if the sign-up succeeds. */
export async function signUp(app: Pick<TestApp, 'url'>, address?: string, more: object = {}) {
  people += 1;
  const email = address ?? `person${people}@example.com`;
  const body = { ...more, email, password: PASSWORD, name: 'Person' };
  const answer = await postAuth(app, '/sign-up/email', body);
  return { email, password: PASSWORD, answer, cookie: cookieOf(answer) };
}
