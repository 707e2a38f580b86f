/**
 * Tracks which positions of a text are taken. A query costs the length of its range, however many are
 * taken.
 */
export function createCover(length: number) {
  const taken = new Uint8Array(length);
  return {
    add: (start: number, end: number): void => void taken.fill(1, start, end),
    isFree: (start: number, end: number): boolean => !taken.subarray(start, end).includes(1),
  };
}
