import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { type ErrorCode, toPublicError } from '../errors.js';
import type { Log } from '../observability/log.js';

/** Removes "Did you mean …?" so that messages do not reveal names of the schema. */
const withoutSuggestions = (message: string): string => message.replace(/ ?Did you mean .+\?/g, '');

/** Code of a request that the library rejects, by HTTP status; all others are BAD_INPUT. */
const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  405: 'METHOD_NOT_ALLOWED',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Errors of the compiler have no extensions. */
const extensionsOf = ({
  extensions,
}: GraphQLError): { code?: unknown; http?: { status?: number } } => extensions ?? {};

const codeOf = (error: GraphQLError): ErrorCode =>
  CODE_BY_STATUS[extensionsOf(error).http?.status ?? 400] ?? 'BAD_INPUT';

/**
 * Converts an error to the form that clients receive. Errors of the document (syntax, validation, variables) come from
 * the library without an original error, and are safe to show. All others go through `toPublicError`.
 */
export function toGraphQLError(error: unknown, requestId: string, log: Log): GraphQLFormattedError {
  const own = error instanceof GraphQLError ? error : undefined;
  const original = own === undefined ? error : own.originalError;
  const place =
    own === undefined
      ? {}
      : { ...(own.locations && { locations: own.locations }), ...(own.path && { path: own.path }) };
  if (
    own !== undefined &&
    (original === undefined || original instanceof GraphQLError) &&
    extensionsOf(own).code !== 'INTERNAL_SERVER_ERROR'
  ) {
    return {
      message: withoutSuggestions(own.message),
      ...place,
      extensions: { code: codeOf(own), requestId },
    };
  }
  const shown = toPublicError(original ?? error);
  if (shown.status >= 500)
    log.error({ err: original ?? error, requestId, path: own?.path }, 'a GraphQL field failed');
  const { code, message, details, retryAfterSec } = shown;
  return {
    message,
    ...place,
    extensions: {
      code,
      requestId,
      ...(details && { details }),
      ...(retryAfterSec !== undefined && { retryAfterSec }),
    },
  };
}

/** Longest `retryAfterSec` of all errors, in seconds; undefined if no error has one. */
export function retryAfterOf(
  errors: readonly GraphQLFormattedError[] | undefined,
): number | undefined {
  const waits = (errors ?? []).flatMap(({ extensions }) =>
    typeof extensions?.retryAfterSec === 'number' ? [extensions.retryAfterSec] : [],
  );
  return waits.length > 0 ? Math.max(...waits) : undefined;
}
