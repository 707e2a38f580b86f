import { asDay, asRate, asWholeRate } from '../format.js';
import { platformName, platformStroke } from '../platform.js';
import { LineChart, type Series } from './line-chart.js';

export interface ChartRate {
  value: number | null;
  low: number | null;
  high: number | null;
  denominator: number;
}

export interface ChartPoint {
  date: string;
  visibility: ChartRate;
  platforms: readonly { platform: string; visibility: ChartRate }[];
}

/** A day of the previous period, drawn at the position of the same day in the current one. */
export interface PastPoint {
  date: string;
  visibility: Pick<ChartRate, 'value'>;
}

const describe = ({ value, low, high, denominator }: ChartRate): string =>
  value === null
    ? 'no answers'
    : `${asRate(value)}${low === null || high === null ? '' : ` (${asRate(low)} to ${asRate(high)})`}, n = ${denominator}`;

function Tip({
  point,
  before,
  shown,
}: {
  point: ChartPoint;
  before: PastPoint | undefined;
  shown: readonly string[];
}) {
  const platforms = point.platforms.filter(({ platform }) => shown.includes(platform));
  return (
    <div className="rounded-lg border border-line bg-raised px-3 py-2 text-xs shadow-[0_8px_24px_var(--shadow)]">
      <p className="font-semibold">{asDay(point.date)}</p>
      <p>All platforms: {describe(point.visibility)}</p>
      {before && before.visibility.value !== null && (
        <p className="text-ink-soft">
          {asDay(before.date)}, previous period: {asRate(before.visibility.value)}
        </p>
      )}
      {platforms.map(({ platform, visibility }) => (
        <p key={platform} className="text-ink-soft">
          {platformName(platform)}: {describe(visibility)}
        </p>
      ))}
    </div>
  );
}

const Key = ({ platforms, hasPast }: { platforms: readonly string[]; hasPast: boolean }) => (
  <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
    <li className="flex items-center gap-1.5 font-medium text-ink">
      <svg width="22" height="8" aria-hidden="true">
        <path d="M0 4h22" stroke="var(--accent)" strokeWidth="3" />
      </svg>
      All platforms, with 95% interval
    </li>
    {hasPast && (
      <li className="flex items-center gap-1.5">
        <svg width="22" height="8" aria-hidden="true">
          <path d="M0 4h22" stroke="var(--accent)" strokeWidth="2" strokeDasharray="2 4" />
        </svg>
        All platforms, previous period
      </li>
    )}
    {platforms.map((platform) => {
      const { color, dash } = platformStroke(platform);
      return (
        <li key={platform} className="flex items-center gap-1.5">
          <svg width="22" height="8" aria-hidden="true">
            <path d="M0 4h22" stroke={color} strokeWidth="1.5" strokeDasharray={dash} />
          </svg>
          {platformName(platform)}
        </li>
      );
    })}
  </ul>
);

/** Visibility per day, in total and for each of `platforms`; days without answers are gaps. */
export function VisibilityChart({
  points,
  before,
  platforms,
  onDay,
  height = 260,
}: {
  points: readonly ChartPoint[];
  /** The same number of days, in the same order. */
  before?: readonly PastPoint[] | undefined;
  platforms: readonly string[];
  /** Called when a day is selected. */
  onDay?: (date: string) => void;
  height?: number;
}) {
  const past = before?.map(({ visibility }) => visibility.value) ?? [];
  const hasPast = past.some((value) => value !== null);
  const answered = points.filter(({ visibility }) => visibility.value !== null).length;
  const series: Series[] = [
    ...platforms.map((platform) => {
      const { color, dash } = platformStroke(platform);
      const values = points.map(
        (point) =>
          point.platforms.find((entry) => entry.platform === platform)?.visibility.value ?? null,
      );
      return { key: platform, color, dash, width: 1.25, opacity: 0.8, values };
    }),
    ...(hasPast
      ? [{ key: 'past', color: 'var(--accent)', dash: '2 4', width: 2, values: past }]
      : []),
    {
      key: 'total',
      color: 'var(--accent)',
      width: 3,
      hasDots: true,
      values: points.map(({ visibility }) => visibility.value),
    },
  ];
  const band = points.map(({ visibility: { low, high } }) =>
    low === null || high === null ? null : ([low, high] as const),
  );
  const at = (place: number): ChartPoint => points[place] as ChartPoint;
  return (
    <div>
      <LineChart
        label={`Visibility per day: ${answered} of ${points.length} days have answers. The table view has the numbers.`}
        days={points.map(({ date }) => date)}
        series={series}
        band={band}
        ticks={[0, 0.25, 0.5, 0.75, 1]}
        height={height}
        toTick={asWholeRate}
        toDay={asDay}
        toText={(place) => `${asDay(at(place).date)}: ${describe(at(place).visibility)}`}
        renderTip={(place) => <Tip point={at(place)} before={before?.[place]} shown={platforms} />}
        onPick={onDay && ((place) => onDay(at(place).date))}
      />
      <Key platforms={platforms} hasPast={hasPast} />
    </div>
  );
}
