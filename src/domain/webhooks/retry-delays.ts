const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const JITTER = 0.1;

/** `30s,2m,10m,1h,6h` as milliseconds; null for what is no such list. */
export function toDelays(text: string): number[] | null {
  const delays = text.split(',').map((part) => {
    const [, amount, unit = ''] = /^(\d{1,6})(ms|s|m|h|d)$/.exec(part.trim()) ?? [];
    return Number(amount) * (UNITS[unit] ?? Number.NaN);
  });
  return delays.length <= 20 && delays.every((delay) => delay > 0) ? delays : null;
}

/**
 * When a delivery that failed is tried again, each pause up to a tenth longer or shorter, so that
 * what failed together does not come back together. See docs/contract.md, `D2-EVENT-4`.
 *
 * @param tries how often it was tried by now
 * @returns null when it has had its last
 */
export function nextAttemptAt(
  tries: number,
  delaysMs: readonly number[],
  now: Date,
  random: () => number = Math.random,
): Date | null {
  const delayMs = delaysMs[tries - 1];
  if (delayMs === undefined) return null;
  return new Date(now.getTime() + Math.round(delayMs * (1 - JITTER + 2 * JITTER * random())));
}
