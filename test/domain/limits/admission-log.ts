/** The most admissions that any window of this length holds, wherever it begins. */
export function mostInWindow(log: readonly number[], windowMs: number): number {
  const sorted = [...log].sort((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [at, ms] of sorted.entries()) {
    // A window holds its first moment and not the one that it ends with.
    while (ms - (sorted[first] as number) >= windowMs) first += 1;
    most = Math.max(most, at - first + 1);
  }
  return most;
}
