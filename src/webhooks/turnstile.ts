/** Lets so many through at once; the others wait in their order. */
export interface Turnstile {
  enter(): Promise<void>;
  leave(): void;
}

export function createTurnstile(places: number): Turnstile {
  const waiting: (() => void)[] = [];
  let free = places;
  return {
    async enter() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}
