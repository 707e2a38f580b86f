import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { toBandPath, toLinePath } from './path.js';

type Value = number | null;
type Band = readonly [number, number] | null;

export interface Series {
  key: string;
  color: string;
  width: number;
  /** Lengths of dashes and gaps; undefined for a solid line. */
  dash?: string | undefined;
  opacity?: number;
  hasDots?: boolean;
  /** One value per day; null leaves a gap in the line. */
  values: readonly Value[];
}

const LEFT = 44;
const RIGHT = 24;
const TOP = 8;
const BOTTOM = 26;
const LABEL_WIDTH = 72;
/** From this chart width, in pixels, the tooltip fits beside its point. */
const WIDE = 640;
const TEXT = { fill: 'var(--ink-faint)', fontSize: 12 };

interface Scale {
  x: (place: number) => number;
  y: (value: number) => number;
}

/** SVG path of a line with gaps; a single value between two gaps becomes a dot. */
const lineOf = (values: readonly Value[], { x, y }: Scale): string =>
  toLinePath(values.map((value, place) => (value === null ? null : [x(place), y(value)])));

const bandOf = (band: readonly Band[], { x, y }: Scale): string =>
  toBandPath(band.map((ends, place) => ends && [x(place), y(ends[0]), y(ends[1])]));

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    setWidth(box.clientWidth);
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/**
 * Line chart over days, as wide as its container. Points are selected by pointer or, as on a slider, by
 * keyboard; a tooltip describes the point. Uses only d3-shape, because a chart library would take a third of
 * the size budget of a page.
 */
export function LineChart({
  label,
  days,
  series,
  band,
  ticks,
  height,
  toTick,
  toDay,
  toText,
  renderTip,
  onPick,
}: {
  /** Description of the chart for screen readers. */
  label: string;
  days: readonly string[];
  /** Drawn in order, the last one on top. */
  series: readonly Series[];
  band?: readonly Band[];
  /** Ticks of the vertical axis, ascending; the first and last are its limits. */
  ticks: readonly number[];
  height: number;
  toTick: (value: number) => string;
  toDay: (day: string) => string;
  /** Text of a point for screen readers. */
  toText: (place: number) => string;
  renderTip: (place: number) => ReactNode;
  /** Called when a day is clicked or confirmed with Enter or Space. */
  onPick?: ((place: number) => void) | undefined;
}) {
  const { ref, width } = useWidth();
  const [shown, setShown] = useState<number | null>(null);
  const last = days.length - 1;
  const inner = Math.max(0, width - LEFT - RIGHT);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const scale: Scale = {
    x: (place) => LEFT + (last === 0 ? inner / 2 : (place / last) * inner),
    y: (value) => TOP + (1 - (value - low) / (high - low)) * (height - TOP - BOTTOM),
  };
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / (inner / Math.max(1, last) || 1)));
  const placeAt = (clientX: number): number => {
    const left = ref.current?.getBoundingClientRect().left ?? 0;
    const place = Math.round(((clientX - left - LEFT) / Math.max(1, inner)) * last);
    return Math.min(last, Math.max(0, place));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = shown ?? last;
    const moves: Record<string, number> = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to !== undefined) setShown(Math.min(last, Math.max(0, to)));
    else if (event.key === 'Enter' || event.key === ' ') onPick?.(from);
    else return;
    event.preventDefault();
  };
  const x = shown === null ? 0 : scale.x(shown);
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown ?? last}
      aria-valuetext={toText(shown ?? last)}
      className={onPick ? 'relative cursor-pointer' : 'relative'}
      style={{ height }}
      onKeyDown={onKeyDown}
      onBlur={() => setShown(null)}
      onPointerMove={({ clientX }) => setShown(placeAt(clientX))}
      onPointerLeave={() => setShown(null)}
      onClick={({ clientX }) => onPick?.(placeAt(clientX))}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true" className="absolute inset-0">
          {ticks.map((tick) => (
            <g key={tick}>
              <path
                d={`M${LEFT} ${scale.y(tick)}H${width - RIGHT}`}
                stroke={tick === low ? 'var(--line-strong)' : 'var(--line)'}
              />
              <text {...TEXT} x={LEFT - 8} y={scale.y(tick) + 4} textAnchor="end">
                {toTick(tick)}
              </text>
            </g>
          ))}
          {days.map((day, place) =>
            (last - place) % every === 0 ? (
              <text key={day} {...TEXT} x={scale.x(place)} y={height - 6} textAnchor="middle">
                {toDay(day)}
              </text>
            ) : null,
          )}
          {band && <path d={bandOf(band, scale)} fill="var(--accent)" fillOpacity={0.14} />}
          {shown !== null && (
            <path d={`M${x} ${TOP}V${height - BOTTOM}`} stroke="var(--line-strong)" />
          )}
          {series.map(({ key, color, width: thickness, dash, opacity = 1, hasDots, values }) => (
            <g key={key} opacity={opacity}>
              <path
                d={lineOf(values, scale)}
                fill="none"
                stroke={color}
                strokeWidth={thickness}
                strokeDasharray={dash}
                strokeLinecap={dash ? 'butt' : 'round'}
                strokeLinejoin="round"
              />
              {hasDots &&
                values.map((value, place) =>
                  value === null ? null : (
                    <circle
                      // biome-ignore lint/suspicious/noArrayIndexKey: a place is a day
                      key={place}
                      cx={scale.x(place)}
                      cy={scale.y(value)}
                      r={place === shown ? 4.5 : 2}
                      fill={color}
                    />
                  ),
                )}
            </g>
          ))}
        </svg>
      )}
      {shown !== null && (
        <div
          className="pointer-events-none absolute top-1 z-10 w-max max-w-full"
          style={
            width < WIDE
              ? { left: x, transform: `translateX(-${(x / width) * 100}%)` }
              : x < width / 2
                ? { left: x + 12 }
                : { right: width - x + 12 }
          }
        >
          {renderTip(shown)}
        </div>
      )}
    </div>
  );
}
