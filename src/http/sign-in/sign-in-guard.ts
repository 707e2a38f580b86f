import type { Response as ExpressResponse } from 'express';
import { tellFaults } from '../../auth/faults.js';
import { readSession } from '../../auth/session.js';
import {
  beginTry,
  findSubject,
  type SignInSubject,
  take,
  takeMail,
} from '../../auth/sign-in-limits.js';
import { ADDRESS_HEADER, toNetworkDigest } from '../../auth/watch.js';
import type { Deps } from '../../deps.js';
import { AppError, badInput, type ErrorCode, STATUS_BY_CODE } from '../../errors.js';
import { checkText } from '../../services/input/validate.js';
import { SIGN_IN_PATHS, type SignInPath, type SignInPathName } from './sign-in-paths.js';

/** A request for one of the open paths of the sign-in library. */
interface Asked {
  door: SignInPathName;
  /** Request for the library, with the caller's address in ADDRESS_HEADER. */
  request: Request;
  body: Record<string, unknown>;
  /** Used to set the cookies of a refusal and to detect that the caller has left. */
  res: ExpressResponse;
}

/** Returns the library's response; throws an `AppError` when the library refuses the request. */
export type SignInGuard = (asked: Asked) => Promise<Response>;

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  // The library's answer to a sign-up with an address that is taken.
  422: 'CONFLICT',
  429: 'RATE_LIMITED',
};

const NAME_LENGTH = 200;

/** The library's error codes that may indicate guessing: of a password, a token, or an existing address. */
const WRONG_PASSWORD = new Set<unknown>(['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD']);
const FAILURES = new Set<unknown>([
  ...WRONG_PASSWORD,
  'INVALID_TOKEN',
  'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
]);

/** Converts a refusal of the library to an `AppError`; the library's own code is in `details.reason`. */
async function toAppError(response: Response): Promise<AppError> {
  const text = await response.text();
  const told = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    code?: string;
    message?: string;
  };
  const { code: reason, message = 'this path does not exist' } = told;
  if (response.status >= 500)
    throw new Error(`the sign-in library answered ${response.status}: ${reason} ${message}`);
  const own = Object.keys(STATUS_BY_CODE).find((code) => code === reason) as ErrorCode | undefined;
  const wait = Number(response.headers.get('X-Retry-After') ?? Number.NaN);
  return new AppError(own ?? CODE_BY_STATUS[response.status] ?? 'BAD_INPUT', message, {
    ...(reason !== undefined && own === undefined && { details: { reason } }),
    ...(Number.isFinite(wait) && { retryAfterSec: Math.max(1, wait) }),
  });
}

/** Checks names of users and teams, which appear in mails and lists. The library accepts any text. */
function checkNames({ name, data }: Record<string, unknown>): void {
  for (const text of [name, (data as { name?: unknown } | null | undefined)?.name])
    if (typeof text === 'string') {
      checkText('name', text, NAME_LENGTH);
      // Further lines would look like text of the mail itself.
      if (/[\n\r\u2028\u2029]/.test(text)) throw badInput('name', 'must be a single line');
    }
}

export function createSignInGuard(deps: Deps): SignInGuard {
  const { auth, hashes, log } = deps;

  async function ask({ request, res }: Asked): Promise<Response> {
    const response = await tellFaults(
      () => auth.handler(request),
      ({ status }) => status >= 400,
    );
    if (response.status < 400) return response;
    res.append('Set-Cookie', response.headers.getSetCookie());
    throw await toAppError(response);
  }

  const sessionOf = ({ request }: Asked) => readSession(auth, request.headers.get('cookie') ?? '');

  /** The account whose password the request tries; null if unknown. */
  async function subjectOf(asked: Asked, network: string): Promise<SignInSubject | null> {
    const { door, body } = asked;
    const email =
      door === 'POST /change-password'
        ? (await sessionOf(asked))?.user.email
        : door === 'POST /sign-in/email' && body.email;
    return typeof email === 'string' ? findSubject(deps, email, network) : null;
  }

  const tell = (security: string, subject: SignInSubject, network: string, words: string) =>
    log.info(
      {
        security,
        ...(subject.userId === null
          ? { emailDigest: subject.emailDigest }
          : { userId: subject.userId }),
        addressDigest: network,
      },
      words,
    );

  /** Runs the request in the hash queue. A failure stays counted, also when the caller has left. */
  async function tryPassword(asked: Asked, network: string): Promise<Response> {
    const { door, res } = asked;
    const gone = new AbortController();
    res.once('close', () => gone.abort('the client disconnected'));
    const subject = await subjectOf(asked, network);
    const attempt = await beginTry(deps, network, subject);
    try {
      const response = await hashes.run(attempt.rank, () => ask(asked), gone.signal);
      await attempt.end(false);
      return response;
    } catch (error) {
      const reason = error instanceof AppError ? error.details?.reason : undefined;
      await attempt.end(FAILURES.has(reason));
      if (subject !== null && WRONG_PASSWORD.has(reason))
        tell('sign_in_failed', subject, network, `a wrong password was given at ${door}`);
      throw error;
    }
  }

  /** A request that the library refuses sends no mail, so its permit is refunded. */
  async function sendMail(asked: Asked, about: string, email: string): Promise<Response> {
    const mail = await takeMail(deps, about, email);
    return ask(asked).catch(async (error) => {
      await mail.refund();
      throw error;
    });
  }

  async function askForReset(asked: Asked, network: string): Promise<Response> {
    const { email } = asked.body;
    if (typeof email !== 'string') return ask(asked);
    const subject = await findSubject(deps, email, network);
    const response = await sendMail(asked, 'reset', email);
    tell('password_reset_asked', subject, network, 'a link to reset a password was requested');
    return response;
  }

  async function invite(asked: Asked): Promise<Response> {
    const { email, organizationId } = asked.body;
    // The library selects the account in the same way.
    const accountId = organizationId || (await sessionOf(asked))?.activeAccountId;
    if (typeof email !== 'string' || typeof accountId !== 'string') return ask(asked);
    return sendMail(asked, `invitation ${accountId.toLowerCase()}`, email);
  }

  return async (asked) => {
    const { door, request, body } = asked;
    checkNames(body);
    const network = toNetworkDigest(deps.digest, request.headers.get(ADDRESS_HEADER) ?? '');
    const { layers, isHashing }: SignInPath = SIGN_IN_PATHS[door];
    await take(
      deps,
      `sign-in/${door}/${network}`,
      layers,
      'too many requests from this address; try again later',
    );
    if (isHashing) return tryPassword(asked, network);
    if (door === 'POST /request-password-reset') return askForReset(asked, network);
    if (door === 'POST /organization/invite-member') return invite(asked);
    return ask(asked);
  };
}
