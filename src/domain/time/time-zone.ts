import { DAY_MS } from './utc-day.js';

/**
 * Converts between moments and the wall time of a time zone. A wall time is given as the milliseconds
 * that would show it in UTC.
 */
export interface TimeZone {
  /** IANA name. */
  readonly name: string;
  toWallMs(momentMs: number): number;
  /**
   * First moment with this wall time: the earlier one if the time occurs twice, the moment of the
   * jump if the time is skipped. Increases with the wall time.
   */
  toMomentMs(wallMs: number): number;
}

function toFormat(name: string): Intl.DateTimeFormat | null {
  // Offsets such as +02:00 are rejected: they have no daylight saving time.
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

/** Null for an unknown zone. Names are case-insensitive. */
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

  /** The moment of the clock change between two moments around it. */
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
    // No zone changes its clocks twice within two days, and no change exceeds a day.
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
