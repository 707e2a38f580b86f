import { type Layer, type LayerState, partMsOf } from '../domain/limits/sliding-window.js';

/** One request to the shared windows. */
export interface Ask {
  key: string;
  layers: readonly Layer[];
  /** Number of calls that wait for a permit. */
  wanted: number;
  /** Maximum number of permits to prefetch in addition. */
  mostAhead: number;
  /** Number of unused permits to return, and when they were taken. */
  back: number;
  backMs: number;
}

export interface Grant {
  /** When the permits were taken, by the shared clock, in milliseconds. */
  nowMs: number;
  granted: number;
  ahead: number;
  states: LayerState[];
}

export type Store = (ask: Ask) => Promise<Grant>;

/** Runs a statement without a tenant, because the windows belong to no account; saves a round trip. */
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

/** `clock` null means the database's clock, which all processes share. */
export const createStore =
  (query: Query, clock: (() => number) | null): Store =>
  async ({ key, layers, wanted, mostAhead, back, backMs }) => {
    const { rows } = await query({
      name: 'take-places',
      // Does not wait for the disk: a crash of the database loses at most the last half second.
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
