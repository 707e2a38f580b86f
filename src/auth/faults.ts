import { AsyncLocalStorage } from 'node:async_hooks';
import { toPublicError } from '../errors.js';

/**
 * The sign-in library turns a fault of the store into a plain 500, or into nobody being signed in,
 * and tells its logger alone what it was. Here the fault itself is thrown, so that it is answered
 * like one.
 */
const noted = new AsyncLocalStorage<{ fault?: unknown }>();

/** For the library's logger. */
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
