import type { AttemptRow } from './record.js';

/** Endpoints whose last attempt got a response within 5 seconds, whatever its status. */
export interface ResponsiveEndpoints {
  has(endpointId: string): boolean;
  note(endpointId: string, attempt: Pick<AttemptRow, 'status_code' | 'latency_ms'>): void;
}

const SOON_MS = 5_000;
/** A forgotten endpoint counts as unresponsive until its next attempt. */
const REMEMBERED = 10_000;

export function createResponsiveEndpoints(): ResponsiveEndpoints {
  const responsive = new Set<string>();
  return {
    has: (endpointId) => responsive.has(endpointId),
    note(endpointId, { status_code, latency_ms }) {
      if (status_code === null || latency_ms > SOON_MS) {
        responsive.delete(endpointId);
        return;
      }
      if (responsive.has(endpointId)) return;
      const [oldest] = responsive;
      if (oldest !== undefined && responsive.size >= REMEMBERED) responsive.delete(oldest);
      responsive.add(endpointId);
    },
  };
}

/** Limits concurrent posts; others wait in order of arrival. */
export interface Semaphore {
  /** Unresponsive endpoints get at most half of the permits; the rest is reserved for responsive ones. */
  acquire(isResponsive: boolean): Promise<void>;
  release(isResponsive: boolean): void;
}

export function createSemaphore(permits: number): Semaphore {
  const slowPermits = Math.ceil(permits / 2);
  const responsive: (() => void)[] = [];
  const slow: (() => void)[] = [];
  let free = permits;
  let slowInside = 0;
  /** Alternates between slow and responsive endpoints if both wait. */
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
