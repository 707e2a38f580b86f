import type { EntityManager } from '@mikro-orm/postgresql';
import type { Scope } from '../../deps.js';
import type { IncidentStatus } from '../../domain/incident.js';
import type { Severity } from '../../domain/severity.js';
import type { ExaminedRun } from './examined-run.js';

/** What is known of an incident that is not over. */
export interface OpenIncident {
  id: string;
  brandId: string;
  sandbox: boolean;
  severity: Severity;
  status: IncidentStatus;
  calmWindows: number;
  seenUntil: Date | null;
  /** The run that it was last looked at with. */
  lastRunId: string | null;
  /** The domains, accounts or platforms that it is about, if it is about any. */
  subjects: string[] | null;
}

export interface Suspicion {
  runId: string;
  confirmingRunId: string | null;
}

/** How a brand stands before a look, by the type of incident. */
export interface Standing {
  open: ReadonlyMap<string, OpenIncident>;
  suspicions: ReadonlyMap<string, Suspicion>;
}

/** The brand's row is locked by the caller, so that nothing of it changes until the look is settled. */
export async function loadStanding(
  em: EntityManager,
  scope: Scope,
  { brandId, sandbox }: ExaminedRun,
): Promise<Standing> {
  const place = [scope.accountId, scope.environment, brandId, sandbox];
  const open = await em.execute<(OpenIncident & { type: string })[]>(
    `select distinct on (type) type, id, brand_id as "brandId", sandbox, severity, status, calm_windows as "calmWindows",
       seen_until as "seenUntil", details->>'lastRunId' as "lastRunId", details->'subjects' as subjects
     from incident where account_id = ? and environment = ? and brand_id = ? and sandbox = ? and status <> 'resolved'
     order by type, opened_at desc`,
    place,
  );
  const suspicions = await em.execute<(Suspicion & { type: string })[]>(
    `select type, run_id as "runId", confirming_run_id as "confirmingRunId" from suspicion
     where account_id = ? and environment = ? and brand_id = ? and sandbox = ?`,
    place,
  );
  return {
    open: new Map(open.map((incident) => [incident.type, incident])),
    suspicions: new Map(suspicions.map((suspicion) => [suspicion.type, suspicion])),
  };
}
