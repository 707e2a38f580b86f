import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';

/** An error that may be shown to users; `code` is an error code of the API, or `OFFLINE`. */
export interface Fault {
  code: string;
  message: string;
  requestId: string | null;
  /** Whole seconds after which a retry may succeed; null when unknown. */
  retryAfterSec: number | null;
  /** Longer wait in whole seconds that the server advises after repeated rejections; null otherwise. */
  backoffSec: number | null;
}

interface Told {
  message?: string;
  code?: string;
  requestId?: string;
  extensions?: {
    code?: string;
    requestId?: string;
    retryAfterSec?: number;
    details?: { backoffSec?: number };
  };
}

const OFFLINE: Fault = {
  code: 'OFFLINE',
  message: 'Cannot reach the server. Check your connection and try again.',
  requestId: null,
  retryAfterSec: null,
  backoffSec: null,
};

const toSentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
};

/** Converts an error of GraphQL (`extensions`) or REST to a Fault. */
export const fromTold = (told: Told | undefined, status = 500): Fault => ({
  code: told?.extensions?.code ?? told?.code ?? (status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL'),
  message: toSentence(told?.message ?? 'something went wrong on the server'),
  requestId: told?.extensions?.requestId ?? told?.requestId ?? null,
  retryAfterSec: told?.extensions?.retryAfterSec ?? null,
  backoffSec: told?.extensions?.details?.backoffSec ?? null,
});

function fromBody({ bodyText, statusCode }: ServerError): Fault {
  try {
    const { errors, error } = JSON.parse(bodyText) as { errors?: Told[]; error?: Told };
    return fromTold(errors?.[0] ?? error, statusCode);
  } catch {
    return fromTold(undefined, statusCode);
  }
}

export function toFault(error: unknown): Fault {
  if (CombinedGraphQLErrors.is(error)) return fromTold(error.errors[0] as Told);
  if (ServerError.is(error)) return fromBody(error);
  if (isFault(error)) return error;
  return OFFLINE;
}

const isFault = (error: unknown): error is Fault =>
  typeof error === 'object' && error !== null && 'code' in error && 'requestId' in error;
