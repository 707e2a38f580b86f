import type { StoreDeps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import type { IncidentFinding } from '../../domain/incidents/incident.js';
import { graver } from '../../domain/incidents/severity.js';
import { Incident } from '../../entities/incident.js';
import { Outbox } from '../../entities/run.js';
import { addNote, changeIncident, tellIncident } from '../incidents/incident-move.js';
import { queueIncidentNotices } from '../incidents/queue-incident-notice.js';
import { type IncidentEvidence, linkEvidence } from './evidence.js';
import type { OpenIncident } from './incident-state.js';

/** Brand and run of an examination. */
export interface IncidentKey {
  brandId: string;
  sandbox: boolean;
  runId: string;
}

/** Stores the incident with its evidence, notices and event in one transaction. */
export async function openIncident(
  deps: StoreDeps,
  tx: Transaction,
  tenant: Tenant,
  { brandId, sandbox, runId }: IncidentKey,
  { finding, evidence }: { finding: IncidentFinding; evidence: IncidentEvidence },
): Promise<void> {
  const id = newId();
  const openedAt = deps.now();
  const { type, severity, title } = finding;
  const details = { ...finding.details, lastRunId: runId };
  const fields = { type, severity, title, details, openedAt, status: 'open' as const };
  const rest = { evidenceCount: 0, sandbox, resolvedAt: null };
  await tx.em.insert(Incident, { ...tenant, ...fields, ...rest, id, brandId });
  const incident = { id, brandId, sandbox };
  const count = await linkEvidence(tx, incident, evidence);
  await changeIncident(tx, incident, 'evidence_count = :count', { count });
  await addNote(tx, id, { status: 'open', note: title, userId: null, at: openedAt });
  await tellIncident(deps, tx, tenant, brandId);
  await queueIncidentNotices(deps, tx, tenant, { incidentId: id, step: 'opened' });
  // Sandbox answers cause no events for live data.
  if (sandbox && tenant.environment === 'live') return;
  await tx.em.insert(Outbox, {
    ...tenant,
    id: newId(),
    event: 'sentinel.triggered',
    brandId,
    createdAt: openedAt,
    data: { brandId, incidentId: id, severity, type, title, openedAt: openedAt.toISOString() },
  });
}

/** Updates title and evidence to those of the newest detection; the severity may rise. */
export async function strengthenIncident(
  deps: StoreDeps,
  tx: Transaction,
  tenant: Tenant,
  incident: OpenIncident,
  runId: string,
  { finding, evidence }: { finding: IncidentFinding; evidence: IncidentEvidence },
): Promise<void> {
  const count = await linkEvidence(tx, incident, evidence);
  const severity = graver(incident.severity, finding.severity);
  const more = finding.details.subjects as string[] | undefined;
  const details = JSON.stringify({
    ...finding.details,
    lastRunId: runId,
    ...(more && { subjects: [...new Set([...(incident.subjects ?? []), ...more])] }),
  });
  await changeIncident(
    tx,
    incident,
    'title = :title, evidence_count = :count, severity = :severity, calm_windows = 0, details = details || :details::jsonb',
    { title: finding.title, count, severity, details },
  );
  await tellIncident(deps, tx, tenant, incident.brandId);
  if (severity !== incident.severity)
    await queueIncidentNotices(deps, tx, tenant, {
      incidentId: incident.id,
      step: 'worsened',
      previousSeverity: incident.severity,
    });
}

/** Stores the number of consecutive calm windows, without an event. */
export async function countCalm(
  tx: Transaction,
  incident: OpenIncident,
  runId: string,
  calmWindows: number,
): Promise<void> {
  await tx.execute(
    `update incident set calm_windows = :calmWindows, details = details || :details::jsonb
     where account_id = :accountId and environment = :environment and id = :id`,
    { id: incident.id, calmWindows, details: JSON.stringify({ lastRunId: runId }) },
  );
}
