import type { Limits } from '../domain/accounts/tier.js';
import type { Layer } from '../domain/limits/sliding-window.js';
import type { Caller } from './caller.js';

/** Allowances that calls count against; `session` limits all other calls with a session cookie. */
export type Allowance = 'scan' | 'query' | 'rewrite' | 'dashboard' | 'v1' | 'session';

const MINUTE_MS = 60_000;

const aMinute = (limit: number): readonly Layer[] => [{ limit, windowMs: MINUTE_MS }];

/** Calls per UTC day from one network address without a credential. */
export const ANONYMOUS_PER_DAY: Partial<Record<Allowance, number>> = { scan: 5, query: 5 };

/** Limits of an account per UTC day. Keys with `KEY_LAYERS` for an allowance use those instead. */
export const DAILY: Partial<Record<Allowance, keyof Limits>> = {
  scan: 'scansPerDay',
  query: 'queriesPerDay',
  rewrite: 'rewritesPerDay',
};

/** Limits per key and minute. */
export const KEY_LAYERS: Partial<Record<Allowance, readonly Layer[]>> = {
  query: aMinute(30),
  rewrite: aMinute(30),
  dashboard: aMinute(120),
};

/** Limit per person and minute for all calls without another allowance. */
export const SESSION_LAYERS = aMinute(600);

/** Limits in the versioned API, shared by all keys of an account. */
export const toV1Layers = (limits: Limits): readonly Layer[] => [
  { limit: limits.requestsPerMinute, windowMs: MINUTE_MS },
  { limit: limits.requestsPerHour, windowMs: 60 * MINUTE_MS },
  { limit: limits.requestsPerDay, windowMs: 24 * 60 * MINUTE_MS },
];

/** Allowances of calls that cost engine calls; never admitted uncounted. */
export const SPENDING: ReadonlySet<Allowance> = new Set(['scan', 'query', 'rewrite']);

export const accountKey = ({ accountId, environment }: Caller): string =>
  `${accountId}/${environment}`;

/** Key of a holder's windows, the same in all processes. */
export const windowKey = (allowance: Allowance, holder: string): string => `${allowance}/${holder}`;
