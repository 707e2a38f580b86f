/** One error type, one table from code to status, one way out of the product for all transports. */

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

/** `message` is public; what must stay inside goes into `cause`. */
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

/** Missing and foreign records answer alike: nothing tells them apart. */
export const notFound = (noun: string): AppError => new AppError('NOT_FOUND', `${noun} not found`);
