const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const JITTER = 0.1;

/** Parses a list such as `30s,2m,10m,1h,6h` into milliseconds; null for invalid lists. */
export function toDelays(text: string): number[] | null {
  const delays = text.split(',').map((part) => {
    const [, amount, unit = ''] = /^(\d{1,6})(ms|s|m|h|d)$/.exec(part.trim()) ?? [];
    return Number(amount) * (UNITS[unit] ?? Number.NaN);
  });
  return delays.length <= 20 && delays.every((delay) => delay > 0) ? delays : null;
}

/**
 * Time of the next attempt after a failure. Each delay varies by up to 10 %, so that deliveries that
 * failed together are not retried together. Document 2, Events, rule 3.
 * @param tries number of attempts so far
 * @returns null after the last attempt
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
