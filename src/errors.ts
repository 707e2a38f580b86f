/** The error type, the table of HTTP statuses by code, and the conversion to public errors for all transports. */

export const STATUS_BY_CODE = {
  BAD_INPUT: 400,
  UNAUTHENTICATED: 401,
  UPGRADE_NEEDED: 402,
  FORBIDDEN: 403,
  TIER_TOO_LOW: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_REUSED: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  ROADMAP: 501,
  ENGINE_UNAVAILABLE: 502,
  DEGRADED: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

export interface ErrorDetails {
  /** The input field at fault, as the caller wrote it. */
  field?: string;
  [key: string]: unknown;
}

/** `message` is public; put private details into `cause`. */
export class AppError extends Error {
  readonly details: ErrorDetails | undefined;
  readonly retryAfterSec: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: ErrorDetails; retryAfterSec?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.details = options.details;
    this.retryAfterSec = options.retryAfterSec;
  }
}

export const badInput = (field: string, problem: string, details: ErrorDetails = {}): AppError =>
  new AppError('BAD_INPUT', `${field} ${problem}`, { details: { field, ...details } });

/** Missing records and records of other tenants give the same error, so that callers cannot tell them apart. */
export const notFound = (noun: string): AppError => new AppError('NOT_FOUND', `${noun} not found`);

export interface PublicError {
  code: ErrorCode;
  status: number;
  /** Safe to show. */
  message: string;
  details?: ErrorDetails | undefined;
  retryAfterSec?: number | undefined;
}

/** Codes of errors that the caller caused, and of temporary errors. */
const BAD_VALUE = new Set<unknown>(['22021', '22P02', '22P05', '22003']);
const PASSING =
  /^(57P01|57P02|57P03|57014|55P03|40001|40P01|25P03|08...|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** Codes of a server that is out of resources (class 53), out of disk space or read-only. */
const NOT_WRITABLE = /^(53...|58000|58030|25006|ENOSPC|EDQUOT|EROFS)$/;
/** Messages of the driver's timeouts, which have no code. */
const PASSING_MESSAGE =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection timeout|not queryable/i;

/** The driver's message when it has sent nothing, and the form of a code that the server itself reports. */
const UNSENT = /timeout exceeded when trying to connect/i;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** The advice where nothing better is known. */
export const RETRY_SEC = 5;

interface Cause {
  code?: unknown;
  message?: unknown;
  constraint?: unknown;
}

/** The error and its causes: the ORM and the sign-in library wrap errors of the driver. */
function* causesOf(error: unknown): Generator<Cause> {
  let at = error;
  for (let depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    yield at;
    at = (at as Error).cause;
  }
}

/** Converts any error to a public one, for all transports. Unexpected errors become INTERNAL. */
export function toPublicError(error: unknown): PublicError {
  if (error instanceof AppError) {
    const { code, message, details } = error;
    const status = STATUS_BY_CODE[code];
    const passes = status === 429 || status === 503;
    const retryAfterSec = error.retryAfterSec ?? (passes ? RETRY_SEC : undefined);
    return { code, status, message, details, retryAfterSec };
  }
  const causes = [...causesOf(error)];
  if (causes.some(({ code }) => BAD_VALUE.has(code)))
    return { code: 'BAD_INPUT', status: 400, message: 'a value cannot be stored' };
  if (causes.some(({ code }) => code === '23505'))
    return { code: 'CONFLICT', status: 409, message: 'this already exists' };
  if (causes.some(({ constraint }) => constraint === 'one_owner'))
    return { code: 'CONFLICT', status: 409, message: 'a team must keep at least one owner' };
  const passes = ({ code, message }: (typeof causes)[number]) =>
    PASSING.test(String(code)) ||
    NOT_WRITABLE.test(String(code)) ||
    PASSING_MESSAGE.test(String(message));
  if (causes.some(passes)) {
    return {
      code: 'DEGRADED',
      status: 503,
      message: 'the service is degraded; try again shortly',
      retryAfterSec: RETRY_SEC,
    };
  }
  return { code: 'INTERNAL', status: 500, message: 'something went wrong on our side' };
}

/** HTTP headers for an error. */
export const errorHeaders = ({ status, retryAfterSec }: PublicError): Record<string, string> => ({
  'Cache-Control': 'no-store',
  ...(retryAfterSec !== undefined && { 'Retry-After': String(retryAfterSec) }),
  ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
});

/** JSON body of an error outside GraphQL. */
export const toErrorBody = ({ code, message, details }: PublicError, requestId: string) => ({
  error: { code, message, requestId, details },
});

/** Whether the statement certainly changed nothing. False when its answer was lost. */
export const isUndone = (error: unknown): boolean =>
  [...causesOf(error)].some(
    ({ code, message }) =>
      code === 'ECONNREFUSED' || SQLSTATE.test(String(code)) || UNSENT.test(String(message)),
  );

interface Fault {
  field: string | undefined;
  message: string;
}

/** Runs a check; records a BAD_INPUT error and returns undefined. */
type Attempt = <T>(check: () => T) => T | undefined;

const faultsOf = ({ message, details }: AppError): Fault[] =>
  (details?.faults as Fault[] | undefined) ?? [{ field: details?.field, message }];

/** Checks stop after this many faults, because a body of a megabyte can hold many. */
const MOST_FAULTS = 1_000;

/**
 * Runs many checks and throws one BAD_INPUT that names all faults in order, also in `details.faults`. A check
 * with a fault returns undefined to `read`, but the result of `read` is then not used.
 */
export function nameAllFaults<T>(read: (attempt: Attempt) => T): T {
  const errors: AppError[] = [];
  const value = read((check) => {
    if (errors.length === MOST_FAULTS) return undefined;
    try {
      return check();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'BAD_INPUT')) throw error;
      errors.push(error);
      return undefined;
    }
  });
  const [first, second] = errors;
  if (first === undefined) return value;
  if (second === undefined) throw first;
  throw new AppError('BAD_INPUT', errors.map(({ message }) => message).join('; '), {
    details: { ...first.details, faults: errors.flatMap(faultsOf) },
  });
}
