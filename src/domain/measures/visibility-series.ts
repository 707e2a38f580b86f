/** Visibility per day (metrics: visibility). Days without answers are points without a value. */

import { type Cell, type Rate, toShownRate } from '../statistics/stats.js';
import { visibility } from './visibility.js';

/** Answers to one unbranded prompt on one platform on one UTC day. */
export interface DayCell extends Cell {
  /** YYYY-MM-DD. */
  date: string;
}

export interface VisibilityPoint {
  date: string;
  visibility: Rate;
  partial: boolean;
  /** Every platform that was asked in the window, also on days when it was not asked. */
  platforms: { platform: string; visibility: Rate }[];
}

function toPoint(date: string, cells: readonly DayCell[], platforms: readonly string[]) {
  const { partial, ...rate } = visibility(cells);
  const byPlatform = Map.groupBy(cells, (cell) => cell.platform);
  return {
    date,
    visibility: toShownRate(rate),
    partial,
    platforms: platforms.map((platform) => {
      const { partial: _, ...own } = visibility(byPlatform.get(platform) ?? []);
      return { platform, visibility: toShownRate(own) };
    }),
  };
}

/** `platforms` are all platforms, in display order. */
export function toVisibilitySeries(
  cells: readonly DayCell[],
  dates: readonly string[],
  platforms: readonly string[],
): VisibilityPoint[] {
  const asked = new Set(cells.map((cell) => cell.platform));
  const shown = platforms.filter((platform) => asked.has(platform));
  const byDate = Map.groupBy(cells, (cell) => cell.date);
  return dates.map((date) => toPoint(date, byDate.get(date) ?? [], shown));
}
