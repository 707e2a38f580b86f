/** Which places of a text are taken. Asking costs what the stretch is long, however many are taken. */
export function createCover(length: number) {
  const taken = new Uint8Array(length);
  return {
    add: (start: number, end: number): void => void taken.fill(1, start, end),
    isFree: (start: number, end: number): boolean => !taken.subarray(start, end).includes(1),
  };
}
