/** Lets so many through at once; the others wait in their order. */
export interface Semaphore {
  /** Who may take long has half of the places at most, so that the rest is there for everybody else. */
  acquire(isResponsive: boolean): Promise<void>;
  release(isResponsive: boolean): void;
}

export function createSemaphore(places: number): Semaphore {
  const slowPlaces = Math.ceil(places / 2);
  const prompt: (() => void)[] = [];
  const slow: (() => void)[] = [];
  let free = places;
  let slowInside = 0;
  /** In turns, as far as both wait. */
  let isSlowsTurn = false;

  function letIn(): void {
    while (free > 0) {
      const slowMay = slow.length > 0 && slowInside < slowPlaces;
      if (!slowMay && prompt.length === 0) return;
      const takesSlow = slowMay && (isSlowsTurn || prompt.length === 0);
      isSlowsTurn = !takesSlow;
      free -= 1;
      if (takesSlow) slowInside += 1;
      (takesSlow ? slow : prompt).shift()?.();
    }
  }
  return {
    acquire(isResponsive) {
      const entered = new Promise<void>((resolve) => (isResponsive ? prompt : slow).push(resolve));
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
