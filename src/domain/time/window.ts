import { DAY_MS, dayOf, endOfDayMs } from './utc-day.js';

/** Whole UTC days: from the first one's midnight up to, and without, the midnight after the last. */
export interface Window {
  days: number;
  from: Date;
  until: Date;
}

/** Today and the days before it. */
export function windowOf(now: Date, days: number): Window {
  const untilMs = endOfDayMs(now);
  return { days, from: new Date(untilMs - days * DAY_MS), until: new Date(untilMs) };
}

/** As many days as the window has, up to its beginning. */
export const windowBefore = ({ days, from }: Window): Window => ({
  days,
  from: new Date(from.getTime() - days * DAY_MS),
  until: from,
});

/** Its days as YYYY-MM-DD, the oldest first. */
export const datesOf = ({ days, from }: Window): string[] =>
  Array.from({ length: days }, (_, day) => dayOf(new Date(from.getTime() + day * DAY_MS)));
