import type { IncidentFinding, IncidentType } from '../../domain/incidents/incident.js';
import type { DetectionOutcome } from '../../domain/sentinel/suspicion.js';
import type { IncidentEvidence } from './evidence.js';

/** One test of one day, for keeping false alarms few among all of them. */
export interface Tested {
  subject: string;
  p: number;
}

export interface Detected {
  outcome: DetectionOutcome;
  /** What was found, when it crosses. */
  found: { subject: string; finding: IncidentFinding; evidence: IncidentEvidence } | null;
}

/** What one look at a brand saw of one type of incident. */
export interface Detection extends Detected {
  type: IncidentType;
  /**
   * What it saw to somebody who suspects it already, since a run at that time: only answers that are newer bear a
   * suspicion out. Types that are told at once have none.
   */
  again?: (since: Date) => Promise<Detected>;
}
