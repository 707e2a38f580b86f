/** A point in pixels; null where there is none. */
export type Point = readonly [x: number, y: number] | null;

/** What is drawn at one place of a band: its two ends. */
export type Ends = readonly [x: number, low: number, high: number] | null;

/** The stretches without a gap in them. */
function runsOf<T>(values: readonly (T | null)[]): T[][] {
  const runs: T[][] = [[]];
  for (const value of values) {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push(value);
  }
  return runs.filter((run) => run.length > 0);
}

const polyline = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y]) => `${x},${y}`).join('L');

/** An SVG path through the points. Gaps stay gaps; a point between two gaps closes on itself, which draws a dot. */
export const toLinePath = (points: readonly Point[]): string =>
  runsOf(points)
    .map((run) => `M${polyline(run)}${run.length === 1 ? 'Z' : ''}`)
    .join('');

/** An SVG path around the areas between the ends. */
export const toBandPath = (band: readonly Ends[]): string =>
  runsOf(band)
    .map((run) => {
      const back = run.map(([x, low]) => [x, low] as const).reverse();
      return `M${polyline([...run.map(([x, , high]) => [x, high] as const), ...back])}Z`;
    })
    .join('');
