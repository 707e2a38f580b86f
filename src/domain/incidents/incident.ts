import type { Severity } from './severity.js';

export type IncidentStatus = 'open' | 'investigating' | 'resolved';

/** The type of incident that sentiment pages show as alerts; types are an open set. */
export const NEGATIVE_SURGE = 'negative_surge';
export const RANKING_COLLAPSE = 'ranking_collapse';
export const IMPERSONATION = 'impersonation';
export const PLATFORM_SHIFT = 'platform_shift';

export type IncidentType =
  | typeof NEGATIVE_SURGE
  | typeof RANKING_COLLAPSE
  | typeof IMPERSONATION
  | typeof PLATFORM_SHIFT;

/** What a look at a brand found; how it is told, and how grave it is. */
export interface IncidentFinding {
  type: IncidentType;
  severity: Severity;
  title: string;
  details: Record<string, unknown>;
}

const NEXT: Record<IncidentStatus, readonly IncidentStatus[]> = {
  open: ['investigating', 'resolved'],
  investigating: ['resolved'],
  resolved: [],
};

/** An incident that is over never opens again: what comes back is a new one. */
export const mayBecome = (from: IncidentStatus, to: IncidentStatus): boolean =>
  NEXT[from].includes(to);
