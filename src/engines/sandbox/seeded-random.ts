import { createHash } from 'node:crypto';

/** Deterministic random numbers: the same seed parts give the same sequence on every machine. */
export interface Random {
  /** Uniform in [0, 1), with 53 random bits. */
  next(): number;
  /** True with this probability: never at 0, always at 1. */
  chance(probability: number): boolean;
  between(low: number, high: number): number;
  /** A whole number from 0 to `count - 1`. */
  below(count: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** Seeds sfc32 with a SHA-256 of the parts, so that similar parts (repeat 0 and 1) are uncorrelated. */
export function createRandom(...parts: readonly (string | number)[]): Random {
  // JSON distinguishes ('a', 'bc') from ('ab', 'c').
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  let a = digest.readUInt32LE(0);
  let b = digest.readUInt32LE(4);
  let c = digest.readUInt32LE(8);
  let counter = digest.readUInt32LE(12);

  const next32 = (): number => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + result;
    return result >>> 0;
  };
  const next = (): number => ((next32() >>> 5) * 0x4000000 + (next32() >>> 6)) / 2 ** 53;
  const below = (count: number): number => Math.floor(next() * count);

  return {
    next,
    chance: (probability) => next() < probability,
    between: (low, high) => low + (high - low) * next(),
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    shuffle: <T>(items: readonly T[]) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]] as [T, T];
      }
      return shuffled;
    },
  };
}
