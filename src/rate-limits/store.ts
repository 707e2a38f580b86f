import { type Layer, type LayerState, partMsOf } from '../domain/limits/sliding-window.js';

/** One call of the shared windows. */
export interface Ask {
  key: string;
  layers: readonly Layer[];
  /** Number of calls that wait for a permit. */
  wanted: number;
  /** Most permits to prefetch beyond `wanted`, if enough are free. */
  mostAhead: number;
  /** Unused prefetched permits to return, and the time they were taken, in Unix milliseconds. */
  back: number;
  backMs: number;
}

export interface Grant {
  /** Time of the permits by the shared clock, in Unix milliseconds. */
  nowMs: number;
  granted: number;
  ahead: number;
  states: LayerState[];
}

export type Store = (ask: Ask) => Promise<Grant>;

/** Runs a statement without a tenant: windows are not tenant rows, and binding would cost a round trip. */
export type Query = (statement: {
  name: string;
  text: string;
  values: unknown[];
}) => Promise<{ rows: unknown[] }>;

interface Row {
  now_ms: number;
  granted: number;
  ahead: number;
  free: number[];
  frees_ms: number[];
}

/** Without `clock` the store uses the clock of the database, which all processes share. */
export const createStore =
  (query: Query, clock: (() => number) | null): Store =>
  async ({ key, layers, wanted, mostAhead, back, backMs }) => {
    const { rows } = await query({
      name: 'take-places',
      // Asynchronous commit avoids waiting for the disk; a database crash loses at most the last half second.
      text: `select taken.* from set_config('synchronous_commit', 'off', true),
        auth.take_places($1, $2, $3, $4, $5, $6, $7, $8) taken`,
      values: [
        key,
        layers.map(partMsOf),
        layers.map(({ limit }) => limit),
        wanted,
        mostAhead,
        clock?.() ?? null,
        back,
        backMs,
      ],
    });
    const { now_ms, granted, ahead, free, frees_ms } = rows[0] as Row;
    const states = layers.map((layer, at) => ({
      ...layer,
      remaining: Math.max(free[at] ?? 0, 0),
      freesAtMs: frees_ms[at] ?? now_ms,
    }));
    return { nowMs: now_ms, granted, ahead, states };
  };
