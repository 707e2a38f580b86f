import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { asDay, asRate, asWholeRate } from './format.js';
import { platformName, platformStroke } from './platform.js';

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

/** A day of the period before, drawn beneath the day of the same place. */
export interface PastPoint {
  date: string;
  visibility: Pick<ChartRate, 'value'>;
}

interface Row {
  date: string;
  total: number | null;
  before: PastPoint | null;
  past: number | null;
  band: [number, number] | null;
  point: ChartPoint;
  [platform: string]: unknown;
}

const toRow = (point: ChartPoint, before: PastPoint | null): Row => ({
  date: point.date,
  total: point.visibility.value,
  before,
  past: before?.visibility.value ?? null,
  band:
    point.visibility.low === null || point.visibility.high === null
      ? null
      : [point.visibility.low, point.visibility.high],
  point,
  ...Object.fromEntries(
    point.platforms.map(({ platform, visibility }) => [`at-${platform}`, visibility.value]),
  ),
});

const describe = ({ value, low, high, denominator }: ChartRate): string =>
  value === null
    ? 'no answers'
    : `${asRate(value)}${low === null || high === null ? '' : ` (${asRate(low)} to ${asRate(high)})`}, n = ${denominator}`;

interface TipProps {
  active?: boolean;
  payload?: readonly { payload?: Row }[];
  shown?: readonly string[];
}

function Tip({ active, payload, shown = [] }: TipProps) {
  const { point, before } = payload?.[0]?.payload ?? {};
  if (!active || point === undefined) return null;
  const platforms = point.platforms.filter(({ platform }) => shown.includes(platform));
  return (
    <div className="rounded-lg border border-line bg-raised px-3 py-2 text-xs shadow-[0_8px_24px_var(--shadow)]">
      <p className="font-semibold">{asDay(point.date)}</p>
      <p>All platforms: {describe(point.visibility)}</p>
      {before && before.visibility.value !== null && (
        <p className="text-ink-soft">
          {asDay(before.date)}, in the period before: {asRate(before.visibility.value)}
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
      All platforms, with its 95 % interval
    </li>
    {hasPast && (
      <li className="flex items-center gap-1.5">
        <svg width="22" height="8" aria-hidden="true">
          <path d="M0 4h22" stroke="var(--accent)" strokeWidth="2" strokeDasharray="1 4" />
        </svg>
        All platforms, period before
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

/** Visibility per day; days without answers are gaps. `platforms` are drawn beside the total. */
export function VisibilityChart({
  points,
  before,
  platforms,
  onDay,
  height = 260,
}: {
  points: readonly ChartPoint[];
  /** As many days, in the same order. */
  before?: readonly PastPoint[] | undefined;
  platforms: readonly string[];
  /** What a click on a day does. */
  onDay?: (date: string) => void;
  height?: number;
}) {
  const rows = points.map((point, place) => toRow(point, before?.[place] ?? null));
  const hasPast = rows.some(({ past }) => past !== null);
  const answered = points.filter(({ visibility }) => visibility.value !== null).length;
  return (
    <div>
      <div
        role="img"
        className="overflow-hidden"
        aria-label={`Visibility per day: ${answered} of ${points.length} days have answers. The table view has the numbers.`}
      >
        <ResponsiveContainer width="100%" height={height}>
          <ComposedChart
            data={rows}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            accessibilityLayer={false}
            onClick={({ activeLabel }) => activeLabel !== undefined && onDay?.(String(activeLabel))}
            className={onDay ? '[&_svg]:cursor-pointer' : undefined}
          >
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="date"
              tickFormatter={asDay}
              tick={{ fill: 'var(--ink-faint)', fontSize: 12 }}
              axisLine={{ stroke: 'var(--line-strong)' }}
              tickLine={false}
              minTickGap={32}
            />
            <YAxis
              domain={[0, 1]}
              ticks={[0, 0.25, 0.5, 0.75, 1]}
              tickFormatter={asWholeRate}
              tick={{ fill: 'var(--ink-faint)', fontSize: 12 }}
              axisLine={false}
              tickLine={false}
              width={44}
            />
            <Tooltip
              content={<Tip shown={platforms} />}
              cursor={{ stroke: 'var(--line-strong)' }}
              isAnimationActive={false}
            />
            <Area
              dataKey="band"
              fill="var(--accent)"
              fillOpacity={0.14}
              stroke="none"
              isAnimationActive={false}
              activeDot={false}
            />
            {platforms.map((platform) => {
              const { color, dash } = platformStroke(platform);
              return (
                <Line
                  key={platform}
                  dataKey={`at-${platform}`}
                  stroke={color}
                  strokeWidth={1.25}
                  strokeOpacity={0.8}
                  strokeDasharray={dash}
                  dot={false}
                  isAnimationActive={false}
                />
              );
            })}
            {hasPast && (
              <Line
                dataKey="past"
                stroke="var(--accent)"
                strokeWidth={2}
                strokeDasharray="1 4"
                strokeLinecap="round"
                dot={false}
                activeDot={false}
                isAnimationActive={false}
              />
            )}
            <Line
              dataKey="total"
              stroke="var(--accent)"
              strokeWidth={3}
              dot={{ r: 1.5, fill: 'var(--accent)', strokeWidth: 0 }}
              activeDot={{ r: 4 }}
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <Key platforms={platforms} hasPast={hasPast} />
    </div>
  );
}
