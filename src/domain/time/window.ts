import { DAY_MS, dayOf, endOfDayMs } from './utc-day.js';

/** Whole UTC days: `from` is inclusive, `until` exclusive; both are midnights. */
export interface Window {
  days: number;
  from: Date;
  until: Date;
}

/** The window that ends with today. */
export function windowOf(now: Date, days: number): Window {
  const untilMs = endOfDayMs(now);
  return { days, from: new Date(untilMs - days * DAY_MS), until: new Date(untilMs) };
}

/** The preceding window of the same length. */
export const windowBefore = ({ days, from }: Window): Window => ({
  days,
  from: new Date(from.getTime() - days * DAY_MS),
  until: from,
});

/** Days of the window as YYYY-MM-DD, oldest first. */
export const datesOf = ({ days, from }: Window): string[] =>
  Array.from({ length: days }, (_, day) => dayOf(new Date(from.getTime() + day * DAY_MS)));
