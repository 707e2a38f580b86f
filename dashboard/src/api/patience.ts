import { toFault } from './fault.js';

/** Pauses automatic polling after the server has rejected a request. */
export interface Patience {
  note(error: unknown): void;
  isOver(): boolean;
}

export function createPatience(): Patience {
  let untilMs = 0;
  return {
    note(error) {
      const { backoffSec, retryAfterSec } = toFault(error);
      untilMs = Date.now() + (backoffSec ?? retryAfterSec ?? 0) * 1_000;
    },
    isOver: () => Date.now() >= untilMs,
  };
}
