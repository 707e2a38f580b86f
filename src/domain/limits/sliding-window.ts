/**
 * Sliding window. Time is divided into sub-buckets of a sixtieth of the window. The oldest sub-bucket
 * that the window touches counts in full (sixty-one in all), so no window admits more than the limit,
 * wherever it begins. The database applies the same rules to the shared windows, see migration 0008.
 */

const PARTS = 60;
const SLOTS = PARTS + 1;

export interface Layer {
  limit: number;
  /** Multiple of sixty. */
  windowMs: number;
}

/** Admitted calls per sub-bucket, as a ring buffer: no entry moves as time passes. */
export interface SlidingWindow {
  atMs: number;
  counts: number[];
}

export interface LayerState {
  limit: number;
  windowMs: number;
  /** Free permits, at least 0. */
  remaining: number;
  /** Time when the next permit becomes free. */
  freesAtMs: number;
}

export const partMsOf = ({ windowMs }: Pick<Layer, 'windowMs'>): number => windowMs / PARTS;

export const emptyWindow = (): SlidingWindow => ({ atMs: 0, counts: Array(SLOTS).fill(0) });

/** Clears expired sub-buckets. Time never goes back: an earlier `nowMs` counts as the latest time seen. */
function moveTo(window: SlidingWindow, layer: Layer, nowMs: number): number {
  const partMs = partMsOf(layer);
  const bucket = Math.floor(Math.max(nowMs, window.atMs) / partMs);
  const seen = Math.floor(window.atMs / partMs);
  for (let gone = Math.max(seen + 1, bucket - PARTS); gone <= bucket; gone += 1)
    window.counts[gone % SLOTS] = 0;
  window.atMs = Math.max(nowMs, window.atMs);
  return bucket;
}

const usedOf = ({ counts }: SlidingWindow): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * For a full layer, the time when it is no longer full; otherwise the time when its oldest permit
 * expires.
 */
function freesAt(window: SlidingWindow, layer: Layer, bucket: number): number {
  const inTheWay = Math.max(usedOf(window) - layer.limit, 0);
  let left = 0;
  let oldest = bucket - PARTS;
  for (; oldest < bucket; oldest += 1) {
    left += window.counts[((oldest % SLOTS) + SLOTS) % SLOTS] ?? 0;
    if (left > inTheWay) break;
  }
  return (oldest + SLOTS) * partMsOf(layer);
}

function readLayer(window: SlidingWindow, layer: Layer, nowMs: number): LayerState {
  const bucket = moveTo(window, layer, nowMs);
  const remaining = Math.max(layer.limit - usedOf(window), 0);
  return { ...layer, remaining, freesAtMs: freesAt(window, layer, bucket) };
}

/** Takes one permit from every layer, or from none. */
export function takePermit(
  windows: readonly SlidingWindow[],
  layers: readonly Layer[],
  nowMs: number,
): { admitted: boolean; states: LayerState[] } {
  const pairs = layers.map((layer, at) => [windows[at] ?? emptyWindow(), layer] as const);
  const admitted = pairs.every(([window, layer]) => readLayer(window, layer, nowMs).remaining > 0);
  if (admitted)
    for (const [window, layer] of pairs) {
      const slot = moveTo(window, layer, nowMs) % SLOTS;
      window.counts[slot] = (window.counts[slot] ?? 0) + 1;
    }
  return { admitted, states: pairs.map(([window, layer]) => readLayer(window, layer, nowMs)) };
}

/** Returns a permit to the sub-bucket it was taken from, if that sub-bucket still counts. */
export function refundPermit(
  windows: readonly SlidingWindow[],
  layers: readonly Layer[],
  takenAtMs: number,
): void {
  for (const [at, layer] of layers.entries()) {
    const window = windows[at] ?? emptyWindow();
    const bucket = Math.floor(takenAtMs / partMsOf(layer));
    if (bucket < Math.floor(window.atMs / partMsOf(layer)) - PARTS) continue;
    const slot = bucket % SLOTS;
    window.counts[slot] = Math.max((window.counts[slot] ?? 0) - 1, 0);
  }
}

/** The layer with the fewest permits left; among equals, the layer that frees a permit last. */
export const tightestOf = (states: readonly LayerState[]): LayerState =>
  states.reduce((tight, state) =>
    state.remaining < tight.remaining ||
    (state.remaining === tight.remaining && state.freesAtMs > tight.freesAtMs)
      ? state
      : tight,
  );

/** Whole seconds until a permit is free, at least 1. Another caller may take that permit first. */
export const retryAfterSec = (freesAtMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((freesAtMs - nowMs) / 1_000));

const STEPS_SEC = [1, 5, 15, 60, 300];
const IN_A_ROW = 3;

/**
 * Advised wait in whole seconds for a caller that keeps retrying too early: the next longer step
 * after three refusals in a row, and one more step after every three further refusals; null before
 * that. Never shorter than the true wait. Callers that ignore the advice are not refused for it.
 */
export function toBackoff(waitSec: number, refusedBefore: number): number | null {
  if (refusedBefore < IN_A_ROW) return null;
  let backoffSec = waitSec;
  for (let raises = Math.floor(refusedBefore / IN_A_ROW); raises > 0; raises -= 1)
    backoffSec = STEPS_SEC.find((step) => step > backoffSec) ?? backoffSec;
  return backoffSec;
}
