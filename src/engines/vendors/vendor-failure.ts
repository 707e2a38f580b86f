import { APICallError } from 'ai';
import { EngineError } from '../engine.js';
import { settingName } from '../settings.js';

/** A failure that no retry fixes, because a setting is wrong. */
export class MisconfiguredError extends EngineError {}

/** Whether the failure persists until the operator fixes a setting. */
export const needsOperator = (error: unknown): error is EngineError =>
  error instanceof MisconfiguredError ||
  (error instanceof EngineError && error.code === 'UNAUTHORIZED');

const LONGEST_CAUSE = 500;

/** Reads `retry-after-ms`, or else `Retry-After` in seconds or as a date; returns milliseconds. */
function toRetryAfterMs(headers: Record<string, string> = {}): number | undefined {
  const exactMs = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (exactMs >= 0) return exactMs;
  const written = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/u.test(written)) return Number(written) * 1_000;
  const at = Date.parse(written);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/**
 * The vendor's error message with the key removed: some vendors repeat the key, and causes may be
 * logged.
 */
function toCause(error: unknown, apiKey: string | undefined): Error {
  const isAnswered = APICallError.isInstance(error) && error.statusCode !== undefined;
  const words = isAnswered
    ? `${error.statusCode}: ${error.message} ${error.responseBody ?? ''}`
    : String(error);
  return new Error(
    (apiKey ? words.replaceAll(apiKey, '[key]') : words).slice(0, LONGEST_CAUSE).trim(),
  );
}

/** Bodies of a refusal that some servers send with status 400 or 403. */
const REFUSAL =
  /content_filter|content_policy|invalid_prompt|content violates|content exists risk|safety_check/iu;
/** Bodies for a wrong key that some servers send with status 400. */
const WRONG_KEY = /api_key_invalid|api key not valid|incorrect api key/iu;
const NO_CREDIT = /insufficient_quota|insufficient balance|credit balance is too low/iu;

export interface FailureSource {
  platform: string;
  apiKey: string | undefined;
}

/** The error for a connection that failed before the response was complete. */
export const toUnreachable = (error: unknown, { platform, apiKey }: FailureSource): EngineError =>
  error instanceof EngineError
    ? error
    : new EngineError('UNAVAILABLE', `${platform}: the server could not be reached`, {
        cause: toCause(error, apiKey),
      });

/** The EngineError that the SDK wrapped, if any. */
function findEngineError(error: unknown): EngineError | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current instanceof EngineError) return current;
    current = current.cause;
  }
  return undefined;
}

/**
 * Maps the failure of a call to an EngineError. Messages never contain the vendor's message.
 * `hasAnswered`: a response with a successful status and a JSON body was received.
 */
export function toEngineError(
  error: unknown,
  caller: FailureSource,
  hasAnswered = false,
): EngineError {
  const known = findEngineError(error);
  if (known !== undefined) return known;

  const { platform, apiKey } = caller;
  const cause = toCause(error, apiKey);
  const fail = (...[code, words, retryAfterMs]: [EngineError['code'], string, number?]) =>
    new EngineError(code, `${platform}: ${words}`, {
      cause,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });

  const statusCode = APICallError.isInstance(error) ? error.statusCode : undefined;
  // For an unreadable body with a successful status, the SDK makes up another status.
  if (hasAnswered || !APICallError.isInstance(error) || !statusCode || statusCode < 300) {
    return fail('MALFORMED', 'the answer was not in the expected form');
  }
  const { responseHeaders, responseBody = '' } = error;
  const retryAfterMs = toRetryAfterMs(responseHeaders);
  const setting = settingName(platform, 'API_KEY');
  const misconfigured = (words: string) =>
    new MisconfiguredError('UNAVAILABLE', `${platform}: ${words}`, { cause });
  if ((statusCode === 400 || statusCode === 403) && REFUSAL.test(responseBody)) {
    return fail('REFUSED', 'the question was refused');
  }
  if (statusCode === 402 || (statusCode < 500 && NO_CREDIT.test(responseBody))) {
    return misconfigured(`the account behind ${setting} has no credit left`);
  }
  if (
    statusCode === 401 ||
    statusCode === 403 ||
    (statusCode === 400 && WRONG_KEY.test(responseBody))
  ) {
    const words = apiKey
      ? `the key in ${setting} was refused`
      : `the server requires a key in ${setting}`;
    return fail('UNAUTHORIZED', words);
  }
  if (statusCode === 408) return fail('TIMEOUT', 'the server timed out');
  if (statusCode === 429)
    return fail('RATE_LIMITED', 'the server’s rate limit was reached', retryAfterMs);
  if (statusCode >= 500) {
    return fail('UNAVAILABLE', `the server failed with status ${statusCode}`, retryAfterMs);
  }
  const settings = `${settingName(platform, 'BASE_URL')} and ${settingName(platform, 'MODEL')}`;
  return misconfigured(`the server answered with status ${statusCode}; check ${settings}`);
}

/** A temporary failure is forgotten after this long. */
const TELLING_MS = 10 * 60_000;

/** Failures that prove the server is up, and failures that say nothing about the server. */
const answers = ({ code }: EngineError): boolean => code === 'REFUSED' || code === 'EMPTY';
const saysNothing = ({ code }: EngineError): boolean =>
  code === 'ABORTED' || code === 'BUSY' || code === 'SPENT';

/** Remembers an engine's last failure until a call succeeds. */
export function createLastFailure() {
  let last: { failure: EngineError; atMs: number } | null = null;
  return {
    /** Settles as `work` does and records its outcome. */
    async of<T>(work: Promise<T>): Promise<T> {
      try {
        const value = await work;
        last = null;
        return value;
      } catch (error) {
        if (error instanceof EngineError && !saysNothing(error)) {
          last = answers(error) ? null : { failure: error, atMs: Date.now() };
        }
        throw error;
      }
    },
    get(): EngineError | null {
      if (last === null) return null;
      const { failure, atMs } = last;
      return needsOperator(failure) || Date.now() - atMs < TELLING_MS ? failure : null;
    },
  };
}
