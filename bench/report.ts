/** One line of the table. Values of several rounds are shown as least, median and most. */
export interface Line {
  name: string;
  ours: string;
  rival?: string;
  /** Values to compare with the target, one per round. */
  values: number[];
  /** With a null value, the line is shown without a target. */
  target: { value: number | null; most?: boolean; unit?: string };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Formats with three significant digits, the accuracy of such a measurement. */
export const show = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value.toPrecision(value < 1 ? 2 : 3);

const HEAD = ['case', 'ours', 'rival', 'measured (least - median - most)', 'target', 'met'];

function toCells({ name, ours, rival, values, target }: Line): string[] {
  const { value, most = false, unit = '' } = target;
  const middle = median(values);
  const measured =
    values.length === 1
      ? show(middle)
      : [Math.min(...values), middle, Math.max(...values)].map(show).join(' - ');
  // For an upper limit, the worst round counts.
  const shown = [name, ours, rival ?? '-', `${measured}${unit}`];
  if (value === null) return [...shown, '-', '-'];
  const met = most ? Math.max(...values) <= value : middle >= value;
  return [...shown, `${most ? '<=' : '>='} ${value}${unit}`, met ? 'yes' : 'NO'];
}

export function toTable(lines: readonly Line[]): string {
  const rows = [HEAD, ...lines.map(toCells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const toText = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width));
  return [toText(HEAD), toText(rule), ...rows.slice(1).map(toText)].join('\n');
}

/** Prints progress: one line per message, or one line that is overwritten in a terminal. */
export function report(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else process.stderr.write(`${text}\n`);
}

export function reportDone(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}
