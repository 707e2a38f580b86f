import { platformName } from '../platform.js';
import type { ChartTable } from './chart-frame.js';
import type { ChartPoint, PastPoint } from './visibility-chart.js';

/** Data of a visibility chart, one row per day. */
export const seriesTable = (
  points: readonly ChartPoint[],
  platforms: readonly string[],
  before?: readonly PastPoint[],
): ChartTable => ({
  counts: ['Answers'],
  head: [
    'Day',
    'Visibility',
    'Low',
    'High',
    'Answers',
    ...platforms.map(platformName),
    ...(before ? ['Previous period'] : []),
  ],
  rows: points.map(({ date, visibility, platforms: of }, place) => [
    date,
    visibility.value,
    visibility.low,
    visibility.high,
    visibility.denominator,
    ...platforms.map(
      (platform) => of.find((entry) => entry.platform === platform)?.visibility.value,
    ),
    ...(before ? [before[place]?.visibility.value] : []),
  ]),
});
