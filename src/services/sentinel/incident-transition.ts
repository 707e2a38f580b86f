import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Tenant } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import type { IncidentFinding } from '../../domain/incidents/incident.js';
import { graver } from '../../domain/incidents/severity.js';
import { Incident } from '../../entities/incident.js';
import { Outbox } from '../../entities/run.js';
import { addNote, changeIncident, tellIncident } from '../incidents/incident-move.js';
import { queueIncidentNotices } from '../incidents/queue-incident-notice.js';
import { type IncidentEvidence, linkEvidence } from './evidence.js';
import type { OpenIncident } from './incident-state.js';

/** Whose it is, and what is looked at. */
export interface IncidentKey {
  brandId: string;
  sandbox: boolean;
  runId: string;
}

/** With its evidence and its event, in one transaction. */
export async function openIncident(
  deps: Deps,
  em: EntityManager,
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
  await em.insert(Incident, { ...tenant, ...fields, ...rest, id, brandId });
  const incident = { id, brandId, sandbox };
  const count = await linkEvidence(em, tenant, incident, evidence);
  await changeIncident(em, tenant, incident, 'evidence_count = ?', [count]);
  await addNote(em, tenant, id, { status: 'open', note: title, userId: null, at: openedAt });
  await tellIncident(deps, em, tenant, brandId);
  await queueIncidentNotices(deps, em, tenant, { incidentId: id, step: 'opened' });
  // Sandbox answers raise no event for live data.
  if (sandbox && tenant.environment === 'live') return;
  await em.insert(Outbox, {
    ...tenant,
    id: newId(),
    event: 'sentinel.triggered',
    brandId,
    createdAt: openedAt,
    data: { brandId, incidentId: id, severity, type, title, openedAt: openedAt.toISOString() },
  });
}

/** It goes on: title and evidence are those of the newest look that saw it, and it may become graver. */
export async function strengthenIncident(
  deps: Deps,
  em: EntityManager,
  tenant: Tenant,
  incident: OpenIncident,
  runId: string,
  { finding, evidence }: { finding: IncidentFinding; evidence: IncidentEvidence },
): Promise<void> {
  const count = await linkEvidence(em, tenant, incident, evidence);
  const severity = graver(incident.severity, finding.severity);
  const more = finding.details.subjects as string[] | undefined;
  const details = JSON.stringify({
    ...finding.details,
    lastRunId: runId,
    ...(more && { subjects: [...new Set([...(incident.subjects ?? []), ...more])] }),
  });
  await changeIncident(
    em,
    tenant,
    incident,
    'title = ?, evidence_count = ?, severity = ?, calm_windows = 0, details = details || ?::jsonb',
    [finding.title, count, severity, details],
  );
  await tellIncident(deps, em, tenant, incident.brandId);
  if (severity !== incident.severity)
    await queueIncidentNotices(deps, em, tenant, {
      incidentId: incident.id,
      step: 'worsened',
      previousSeverity: incident.severity,
    });
}

/** Remembers how many windows in a row were calm; nobody has to hear of it. */
export async function countCalm(
  em: EntityManager,
  tenant: Tenant,
  incident: OpenIncident,
  runId: string,
  calmWindows: number,
): Promise<void> {
  await em.execute(
    `update incident set calm_windows = ?, details = details || ?::jsonb where account_id = ? and environment = ? and id = ?`,
    [
      calmWindows,
      JSON.stringify({ lastRunId: runId }),
      tenant.accountId,
      tenant.environment,
      incident.id,
    ],
  );
}
