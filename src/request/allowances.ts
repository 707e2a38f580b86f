import type { Limits } from '../domain/accounts/tier.js';
import type { Layer } from '../domain/limits/sliding-window.js';
import type { Caller } from './caller.js';

/** What a use case counts against; `session` caps whatever people do with a cookie. */
export type Allowance = 'scan' | 'query' | 'rewrite' | 'dashboard' | 'v1' | 'session';

const MINUTE_MS = 60_000;

const aMinute = (limit: number): readonly Layer[] => [{ limit, windowMs: MINUTE_MS }];

/** Calls a UTC day from one address without a credential. */
export const ANONYMOUS_PER_DAY: Partial<Record<Allowance, number>> = { scan: 5, query: 5 };

/** What an account has a UTC day; a person, where the table below says nothing of keys. */
export const DAILY: Partial<Record<Allowance, keyof Limits>> = {
  scan: 'scansPerDay',
  query: 'queriesPerDay',
  rewrite: 'rewritesPerDay',
};

/** What each key has a minute. */
export const KEY_LAYERS: Partial<Record<Allowance, readonly Layer[]>> = {
  query: aMinute(30),
  rewrite: aMinute(30),
  dashboard: aMinute(120),
};

/** What each person has a minute, over all that is not counted otherwise. */
export const SESSION_LAYERS = aMinute(600);

/** What an account's keys have together, in the versioned API. */
export const toV1Layers = (limits: Limits): readonly Layer[] => [
  { limit: limits.requestsPerMinute, windowMs: MINUTE_MS },
  { limit: limits.requestsPerHour, windowMs: 60 * MINUTE_MS },
  { limit: limits.requestsPerDay, windowMs: 24 * 60 * MINUTE_MS },
];

/** These make engines work, and so are never let through uncounted. */
export const SPENDING: ReadonlySet<Allowance> = new Set(['scan', 'query', 'rewrite']);

export const accountKey = ({ accountId, environment }: Caller): string =>
  `${accountId}/${environment}`;

/** The name of a holder's windows, the same in all processes. */
export const windowKey = (allowance: Allowance, holder: string): string => `${allowance}/${holder}`;
