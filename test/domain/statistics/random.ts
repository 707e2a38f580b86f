/** The same numbers for the same seed (mulberry32), so that a failure can be run again. */

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** In [0, below). */
  integer(below: number): number;
  pick<T>(items: readonly T[]): T;
}

export function randomFrom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below: number): number => Math.floor(next() * below);
  return { next, integer, pick: (items) => items[integer(items.length)] as (typeof items)[number] };
}
