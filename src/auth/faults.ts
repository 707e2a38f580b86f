import { AsyncLocalStorage } from 'node:async_hooks';
import { toPublicError } from '../errors.js';

/**
 * The sign-in library turns a database error into a plain 500 or into "not signed in", and passes the error
 * only to its logger. This module records that error and throws it, so that the caller gets the right status.
 */
const noted = new AsyncLocalStorage<{ fault?: unknown }>();

/** Records a temporary database error. Called by the library's logger. */
export function noteFault(values: readonly unknown[]): void {
  const place = noted.getStore();
  if (place === undefined) return;
  place.fault ??= values.find((value) => toPublicError(value).code === 'DEGRADED');
}

export async function tellFaults<T>(
  ask: () => Promise<T>,
  isRefusal: (answer: T) => boolean,
): Promise<T> {
  const place: { fault?: unknown } = {};
  const answer = await noted.run(place, ask).catch((error) => {
    throw place.fault ?? error;
  });
  if (place.fault !== undefined && isRefusal(answer)) throw place.fault;
  return answer;
}
