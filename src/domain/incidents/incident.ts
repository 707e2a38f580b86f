import type { Severity } from './severity.js';

export type IncidentStatus = 'open' | 'investigating' | 'resolved';

/** The incident type that sentiment pages show as alerts. The set of types is open. */
export const NEGATIVE_SURGE = 'negative_surge';
export const RANKING_COLLAPSE = 'ranking_collapse';
export const IMPERSONATION = 'impersonation';
export const PLATFORM_SHIFT = 'platform_shift';

export type IncidentType =
  | typeof NEGATIVE_SURGE
  | typeof RANKING_COLLAPSE
  | typeof IMPERSONATION
  | typeof PLATFORM_SHIFT;

/** Finding of a detector: type, severity and texts of the incident. */
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

/** A resolved incident is never reopened: a recurrence opens a new incident. */
export const mayBecome = (from: IncidentStatus, to: IncidentStatus): boolean =>
  NEXT[from].includes(to);
