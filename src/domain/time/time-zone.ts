import { DAY_MS } from './utc-day.js';

/**
 * Converts between moments and what the clocks of a time zone show. A wall time is written as the
 * milliseconds that would show it in UTC.
 */
export interface TimeZone {
  /** The IANA name. */
  readonly name: string;
  toWallMs(momentMs: number): number;
  /**
   * The first moment at which the clocks show it: of a time that exists twice the earlier one, and for a
   * time that is left out the moment at which they jump over it. Grows with the wall time.
   */
  toMomentMs(wallMs: number): number;
}

function toFormat(name: string): Intl.DateTimeFormat | null {
  // Offsets such as +02:00 are no zones: they know no summer.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
}

/** Null if there is no such zone; capitals do not matter. */
export function openTimeZone(name: string): TimeZone | null {
  const format = toFormat(name);
  if (format === null) return null;
  const official = format.resolvedOptions().timeZone;

  function toWallMs(momentMs: number): number {
    const found: Record<string, number> = {};
    for (const { type, value } of format?.formatToParts(momentMs) ?? [])
      found[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
    const ms = momentMs - Math.floor(momentMs / 1_000) * 1_000;
    return Date.UTC(year, month - 1, day, hour, minute, second, ms);
  }

  /** Where the clocks jump between two moments that lie around one jump. */
  function findJump(beforeMs: number, afterMs: number): number {
    const offset = toWallMs(afterMs) - afterMs;
    let [low, high] = [beforeMs, afterMs];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (toWallMs(middle) - middle === offset) high = middle;
      else low = middle;
    }
    return high;
  }

  function toMomentMs(wallMs: number): number {
    // No zone changes its clocks twice in two days, and none by more than one.
    const candidates = [wallMs - DAY_MS, wallMs + DAY_MS].map(
      (nearMs) => wallMs - (toWallMs(nearMs) - nearMs),
    );
    const shown = candidates.filter((momentMs) => toWallMs(momentMs) === wallMs);
    if (shown.length > 0) return Math.min(...shown);
    return findJump(Math.min(...candidates), Math.max(...candidates));
  }

  return {
    name: official.toLowerCase() === name.toLowerCase() ? official : name,
    toWallMs,
    toMomentMs,
  };
}
