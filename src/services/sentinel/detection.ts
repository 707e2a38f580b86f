import type { IncidentFinding, IncidentType } from '../../domain/incidents/incident.js';
import type { DetectionOutcome } from '../../domain/sentinel/suspicion.js';
import type { IncidentEvidence } from './evidence.js';

/** One test of a day, for the multiple-testing correction. */
export interface Tested {
  subject: string;
  p: number;
}

export interface Detected {
  outcome: DetectionOutcome;
  /** The finding, when it crosses the threshold. */
  found: { subject: string; finding: IncidentFinding; evidence: IncidentEvidence } | null;
}

/** Detection of one type of incident in one examination. */
export interface Detection extends Detected {
  type: IncidentType;
  /**
   * Repeats the detection for a suspicion raised by a run at `since`, with newer answers only.
   * Undefined for types that need no confirmation.
   */
  again?: (since: Date) => Promise<Detected>;
}
