import { LRUCache } from 'lru-cache';
import type { AttemptRow } from './record.js';

/** Endpoints that responded to their last attempt within 5 seconds, with any status. */
export interface ResponsiveEndpoints {
  has(endpointId: string): boolean;
  note(endpointId: string, attempt: Pick<AttemptRow, 'status_code' | 'latency_ms'>): void;
}

const SOON_MS = 5_000;
/** Most endpoints remembered. An evicted endpoint counts as unresponsive until its next attempt. */
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

/** Limits the number of concurrent attempts; further ones wait in order. */
export interface Semaphore {
  /** Endpoints that are not responsive get at most half of the permits, so that the rest stays free for others. */
  acquire(isResponsive: boolean): Promise<void>;
  release(isResponsive: boolean): void;
}

export function createSemaphore(permits: number): Semaphore {
  const slowPermits = Math.ceil(permits / 2);
  const responsive: (() => void)[] = [];
  const slow: (() => void)[] = [];
  let free = permits;
  let slowInside = 0;
  /** While both queues wait, they take turns. */
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
