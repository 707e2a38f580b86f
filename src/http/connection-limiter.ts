/** Counts who is in, by whatever they share, and lets in no more than so many of each. */
export interface ConnectionLimiter {
  /** What leaves the place again, however often it is called; null when there is none. */
  acquire(of: string, most: number): (() => void) | null;
}

export function createConnectionLimiter(): ConnectionLimiter {
  const taken = new Map<string, number>();
  return {
    acquire(of, most) {
      const before = taken.get(of) ?? 0;
      if (before >= most) return null;
      taken.set(of, before + 1);
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        const left = (taken.get(of) ?? 1) - 1;
        if (left === 0) taken.delete(of);
        else taken.set(of, left);
      };
    },
  };
}
