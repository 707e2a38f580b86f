import { APICallError } from 'ai';
import { EngineError } from './engine.js';
import { settingName } from './settings.js';

/** An answer that no retry can bring, because a setting is wrong. */
export class MisconfiguredError extends EngineError {}

const LONGEST_CAUSE = 500;

/** `Retry-After` in seconds or as a date; `retry-after-ms` where a vendor is more precise. */
export function toRetryAfterMs(headers: Record<string, string> = {}): number | undefined {
  const exactMs = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (exactMs >= 0) return exactMs;
  const written = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/u.test(written)) return Number(written) * 1_000;
  const at = Date.parse(written);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/**
 * The vendor's words without the key: some vendors repeat it in their message, and a cause may be
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

export interface Caller {
  platform: string;
  apiKey: string | undefined;
}

/** A connection that failed before there was a whole response. */
export const toUnreachable = (error: unknown, { platform, apiKey }: Caller): EngineError =>
  error instanceof EngineError
    ? error
    : new EngineError('UNAVAILABLE', `${platform}: the server could not be reached`, {
        cause: toCause(error, apiKey),
      });

/** The EngineError that something below threw through the SDK, if there is one. */
function findEngineError(error: unknown): EngineError | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current instanceof EngineError) return current;
    current = current.cause;
  }
  return undefined;
}

/** What went wrong with a call, in the product's codes. Messages never hold the vendor's words. */
export function toEngineError(error: unknown, caller: Caller): EngineError {
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
  if (!APICallError.isInstance(error) || statusCode === undefined || statusCode < 300) {
    return fail('MALFORMED', 'the answer was not in the expected form');
  }
  const { responseHeaders, responseBody } = error;
  const retryAfterMs = toRetryAfterMs(responseHeaders);
  if (statusCode === 401 || statusCode === 403) {
    const setting = settingName(platform, 'API_KEY');
    const words = apiKey
      ? `the key in ${setting} was refused`
      : `the server wants a key in ${setting}`;
    return fail('UNAUTHORIZED', words);
  }
  if (statusCode === 408) return fail('TIMEOUT', 'the server gave up waiting');
  if (statusCode === 429)
    return fail('RATE_LIMITED', 'the server asks for fewer questions', retryAfterMs);
  if (statusCode >= 500) {
    return fail('UNAVAILABLE', `the server failed with status ${statusCode}`, retryAfterMs);
  }
  // Some servers answer 400 where others answer a refusal.
  if (/content_filter|content_policy/u.test(responseBody ?? '')) {
    return fail('REFUSED', 'the question was refused');
  }
  const settings = `${settingName(platform, 'BASE_URL')} and ${settingName(platform, 'MODEL')}`;
  return new MisconfiguredError(
    'UNAVAILABLE',
    `${platform}: the server answered with status ${statusCode}; check ${settings}`,
    { cause },
  );
}
