import type { Statement, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { type IncidentStatus, PLATFORM_SHIFT } from '../../domain/incidents/incident.js';
import type { Severity } from '../../domain/incidents/severity.js';
import type { ExaminedRun } from './examined-run.js';

/** An unresolved incident. */
export interface OpenIncident {
  id: string;
  brandId: string;
  sandbox: boolean;
  severity: Severity;
  status: IncidentStatus;
  calmWindows: number;
  /** The run of the last examination. */
  lastRunId: string | null;
  /** Domains, accounts or platforms of the incident; null without any. */
  subjects: string[] | null;
}

export interface Suspicion {
  type: string;
  /** The run that raised the suspicion, and its start. */
  runId: string;
  since: Date;
  confirmingRunId: string | null;
  /** Brand for which the suspicion arose; a platform shift is suspected for all brands of the account. */
  brandId: string;
}

/** Incidents and suspicions of a brand before an examination, by type. */
export interface IncidentState {
  open: ReadonlyMap<string, OpenIncident>;
  suspicions: ReadonlyMap<string, Suspicion>;
}

/** The oldest suspicion per type. A suspected platform shift applies to all brands of the account. */
const SUSPICIONS: Statement = {
  name: 'suspicions-of-brand',
  text: `select distinct on (s.type) s.type, s.run_id as "runId", s.brand_id as "brandId",
    s.confirming_run_id as "confirmingRunId", r.created_at as since
  from suspicion s join probe_run r on (r.account_id, r.environment, r.id) = (s.account_id, s.environment, s.run_id)
  where s.account_id = :accountId and s.environment = :environment and s.sandbox = :sandbox and (s.brand_id = :brandId or s.type = '${PLATFORM_SHIFT}')
  order by s.type, r.created_at, s.brand_id`,
};

/** Suspicions before an examination is settled. */
export const loadSuspicions = (
  deps: StoreDeps,
  tenant: Tenant,
  { sandbox, brandId }: ExaminedRun,
): Promise<Suspicion[]> => deps.db.query(tenant, SUSPICIONS, { sandbox, brandId });

/**
 * The caller must lock the row of the brand, so that its state does not change until the examination
 * is settled.
 */
export async function loadIncidentState(
  tx: Transaction,
  { brandId, sandbox }: ExaminedRun,
): Promise<IncidentState> {
  const open = await tx.execute<OpenIncident & { type: string }>(
    `select distinct on (type) type, id, brand_id as "brandId", sandbox, severity, status, calm_windows as "calmWindows",
       details->>'lastRunId' as "lastRunId", details->'subjects' as subjects
     from incident where account_id = :accountId and environment = :environment and brand_id = :brandId and sandbox = :sandbox and status <> 'resolved'
     order by type, opened_at desc`,
    { brandId, sandbox },
  );
  const suspicions = await tx.execute<Suspicion>(SUSPICIONS, { sandbox, brandId });
  return {
    open: new Map(open.map((incident) => [incident.type, incident])),
    suspicions: new Map(suspicions.map((suspicion) => [suspicion.type, suspicion])),
  };
}
