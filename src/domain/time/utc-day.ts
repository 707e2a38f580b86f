export const DAY_MS = 86_400_000;

/** The UTC day of a moment, `2026-01-02`. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** When the moment's UTC day ends. */
export const endOfDayMs = (moment: Date): number =>
  (Math.floor(moment.getTime() / DAY_MS) + 1) * DAY_MS;

export const secondsLeftOfDay = (moment: Date): number =>
  Math.ceil((endOfDayMs(moment) - moment.getTime()) / 1_000);
