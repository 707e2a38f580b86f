import type { Finding, IncidentType } from '../../domain/incident.js';
import type { Look } from '../../domain/suspicion.js';
import type { Evidence } from './evidence.js';

/** One test of one day, for keeping false alarms few among all of them. */
export interface Tested {
  subject: string;
  p: number;
}

/** What one look at a brand saw of one type of incident. */
export interface Sighting {
  type: IncidentType;
  look: Look;
  /** What was found, when it crosses. */
  found: { subject: string; finding: Finding; evidence: Evidence } | null;
}
