/**
 * A window that slides: time is cut into sub-buckets, sixty of which are as long as the window. The
 * oldest one that the window still touches counts in full, sixty-one in all, so that in no window,
 * wherever it begins, more than the limit is admitted. The database keeps the shared windows by the
 * same rules, see migration 0008.
 */

const PARTS = 60;
const SLOTS = PARTS + 1;

export interface Layer {
  limit: number;
  /** A multiple of sixty. */
  windowMs: number;
}

/** What was admitted, by sub-bucket; a ring, so that nothing moves as time goes on. */
export interface SlidingWindow {
  atMs: number;
  counts: number[];
}

export interface LayerState {
  limit: number;
  windowMs: number;
  /** Places that are free; never less than none. */
  remaining: number;
  /** When the next one becomes free. */
  freesAtMs: number;
}

export const partMsOf = ({ windowMs }: Pick<Layer, 'windowMs'>): number => windowMs / PARTS;

export const emptyWindow = (): SlidingWindow => ({ atMs: 0, counts: Array(SLOTS).fill(0) });

/** Forgets what lies behind. Time does not go back: an earlier moment counts as the latest one seen. */
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

/** If the layer is full: when it no longer is. Else when the oldest place in use becomes free. */
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

/** One place in every layer, or in none. */
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

/** Frees a place in the sub-bucket that it was taken in, if that still counts. */
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

/** The layer with the least left; of equals the one that stays so the longest. */
export const tightestOf = (states: readonly LayerState[]): LayerState =>
  states.reduce((tight, state) =>
    state.remaining < tight.remaining ||
    (state.remaining === tight.remaining && state.freesAtMs > tight.freesAtMs)
      ? state
      : tight,
  );

/** Whole seconds, at least one; after that long a place is free, unless a rival has taken it. */
export const retryAfterSec = (freesAtMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((freesAtMs - nowMs) / 1_000));

const STEPS_SEC = [1, 5, 15, 60, 300];
const IN_A_ROW = 3;

/**
 * What a caller who comes back too early again and again is advised to wait, in whole seconds: after three refusals
 * in a row the next longer step, and one more after each three that follow; null before that. It is never shorter
 * than the true wait, and nobody is refused for not following it.
 */
export function toBackoff(waitSec: number, refusedBefore: number): number | null {
  if (refusedBefore < IN_A_ROW) return null;
  let backoffSec = waitSec;
  for (let raises = Math.floor(refusedBefore / IN_A_ROW); raises > 0; raises -= 1)
    backoffSec = STEPS_SEC.find((step) => step > backoffSec) ?? backoffSec;
  return backoffSec;
}
