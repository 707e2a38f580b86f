import { type Layer, type LayerState, partMsOf } from '../domain/limits/sliding-window.js';

/** What is asked of the shared windows in one trip. */
export interface Ask {
  key: string;
  layers: readonly Layer[];
  /** Calls that wait for a place. */
  wanted: number;
  /** Places to take beyond them, if there are plenty. */
  mostAhead: number;
  /** Places that were taken ahead at a moment and not used. */
  back: number;
  backMs: number;
}

export interface Grant {
  /** The moment by the shared clock at which the places were taken. */
  nowMs: number;
  granted: number;
  ahead: number;
  states: LayerState[];
}

export type Store = (ask: Ask) => Promise<Grant>;

/** Bound to no account, for the windows are nobody's rows; so it costs no trip to bind it. */
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

/** Without a clock of its own the database's counts, which all processes share. */
export const createStore =
  (query: Query, clock: (() => number) | null): Store =>
  async ({ key, layers, wanted, mostAhead, back, backMs }) => {
    const { rows } = await query({
      name: 'take-places',
      // Nobody waits for the disk: a crash of the database forgets the last half second at most.
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
