export const DAY_MS = 86_400_000;

/** UTC day of a moment, such as `2026-01-02`. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** End of the UTC day of a moment. */
export const endOfDayMs = (moment: Date): number =>
  (Math.floor(moment.getTime() / DAY_MS) + 1) * DAY_MS;

export const secondsLeftOfDay = (moment: Date): number =>
  Math.ceil((endOfDayMs(moment) - moment.getTime()) / 1_000);
