import { LRUCache } from 'lru-cache';
import type { AttemptRow } from './record.js';

/** The endpoints whose last attempt was answered, whatever the answer, and soon. */
export interface ResponsiveEndpoints {
  has(endpointId: string): boolean;
  note(endpointId: string, attempt: Pick<AttemptRow, 'status_code' | 'latency_ms'>): void;
}

const SOON_MS = 5_000;
/** Who is forgotten has to show it again, with one post. */
const REMEMBERED = 10_000;

export function createResponsiveEndpoints(): ResponsiveEndpoints {
  const responsive = new LRUCache<string, true>({ max: REMEMBERED });
  return {
    has: (endpointId) => responsive.has(endpointId),
    note(endpointId, { status_code, latency_ms }) {
      if (status_code === null || latency_ms > SOON_MS) {
        responsive.delete(endpointId);
        return;
      }
      responsive.set(endpointId, true);
    },
  };
}

/** Lets so many through at once; the others wait in their order. */
export interface Semaphore {
  /** Who may take long has half of the permits at most, so that the rest is there for everybody else. */
  acquire(isResponsive: boolean): Promise<void>;
  release(isResponsive: boolean): void;
}

export function createSemaphore(permits: number): Semaphore {
  const slowPermits = Math.ceil(permits / 2);
  const responsive: (() => void)[] = [];
  const slow: (() => void)[] = [];
  let free = permits;
  let slowInside = 0;
  /** In turns, as far as both wait. */
  let isSlowsTurn = false;

  function letIn(): void {
    while (free > 0) {
      const slowMay = slow.length > 0 && slowInside < slowPermits;
      if (!slowMay && responsive.length === 0) return;
      const takesSlow = slowMay && (isSlowsTurn || responsive.length === 0);
      isSlowsTurn = !takesSlow;
      free -= 1;
      if (takesSlow) slowInside += 1;
      (takesSlow ? slow : responsive).shift()?.();
    }
  }
  return {
    acquire(isResponsive) {
      const entered = new Promise<void>((resolve) =>
        (isResponsive ? responsive : slow).push(resolve),
      );
      letIn();
      return entered;
    },
    release(isResponsive) {
      free += 1;
      if (!isResponsive) slowInside -= 1;
      letIn();
    },
  };
}
