import type { IncidentStatus } from '../../domain/incidents/incident.js';
import { selectRows } from '../input/select.js';

export interface IncidentNoteRow {
  incidentId: string;
  status: IncidentStatus;
  note: string;
  /** Null for the sentinel itself. */
  userId: string | null;
  createdAt: Date;
}

export interface IncidentEvidenceRow {
  incidentId: string;
  runId: string;
  platform: string;
  promptId: string;
  repeat: number;
  runAt: Date;
}

/** Oldest first. */
export const loadIncidentNotes = selectRows<IncidentNoteRow, [ids: readonly string[]]>(
  {
    name: 'incident-notes',
    text: `select incident_id as "incidentId", status, note, user_id as "userId", created_at as "createdAt"
    from incident_note where account_id = :accountId and environment = :environment and incident_id = any(:ids) order by incident_id, ordinal`,
  },
  'ids',
);

/** Of each incident at most `first` answers, newest first. */
export const loadIncidentEvidence = selectRows<
  IncidentEvidenceRow,
  [ids: readonly string[], first: number]
>(
  {
    name: 'incident-evidence',
    text: `select of.* from unnest(:ids::uuid[]) as wanted (id) cross join lateral (
      select incident_id as "incidentId", run_id as "runId", platform, prompt_id as "promptId", repeat, run_at as "runAt"
      from incident_answer where account_id = :accountId and environment = :environment and incident_id = wanted.id
      order by run_at desc, platform, prompt_id, repeat limit :first
    ) of`,
  },
  'ids',
  'first',
);
