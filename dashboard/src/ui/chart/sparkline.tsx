/** Line without axes; days without a value are gaps. Hidden from screen readers: the numbers are beside it. */
export function Sparkline({
  values,
  width = 96,
  height = 24,
  range,
}: {
  values: readonly (number | null)[];
  /** Values of the lower and upper edge; by default the minimum and maximum. */
  range?: readonly [number, number];
  width?: number;
  height?: number;
}) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return <span className="text-ink-faint">–</span>;
  const [low, high] = range ?? [Math.min(...known), Math.max(...known)];
  const span = high - low || 1;
  const x = (index: number) => 2 + (index / Math.max(1, values.length - 1)) * (width - 4);
  const y = (value: number) => height - 3 - ((value - low) / span) * (height - 6);
  const isKnown = (index: number) => (values[index] ?? null) !== null;
  const path = values
    .map((value, index) =>
      value === null
        ? ''
        : `${isKnown(index - 1) ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('');
  // A single day between two gaps is a dot.
  const dots = values.flatMap((value, index) =>
    value === null || isKnown(index - 1) || isKnown(index + 1) ? [] : [[x(index), y(value)]],
  );
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <path
        d={path}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {dots.map(([cx, cy]) => (
        <circle key={cx} cx={cx} cy={cy} r={2} fill="var(--accent)" />
      ))}
    </svg>
  );
}
