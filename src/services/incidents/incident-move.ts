import type { StoreDeps, Tenant, Transaction, Values } from '../../deps.js';
import type { IncidentStatus } from '../../domain/incidents/incident.js';
import { queueIncidentNotices } from './queue-incident-notice.js';

/**
 * Next sequence of the brand's incidents, which subscribers use to find changes. The row of the brand
 * must be locked.
 */
const NEXT_SEQUENCE = `(select coalesce(max(sequence), 0) + 1 from incident
  where account_id = :accountId and environment = :environment and brand_id = :brandId)`;

/** Changes an incident and advances its sequence. */
export async function changeIncident(
  tx: Transaction,
  incident: { id: string; brandId: string },
  set: string,
  values: Values,
): Promise<void> {
  await tx.execute(
    `update incident set sequence = ${NEXT_SEQUENCE}, ${set} where account_id = :accountId and environment = :environment and id = :id`,
    { ...values, id: incident.id, brandId: incident.brandId },
  );
}

export const tellIncident = (
  deps: StoreDeps,
  tx: Transaction,
  tenant: Tenant,
  brandId: string,
): Promise<void> => deps.events.publish(tx, { topic: 'incident', ...tenant, brandId });

export async function addNote(
  tx: Transaction,
  incidentId: string,
  entry: { status: IncidentStatus; note: string; userId: string | null; at: Date },
): Promise<void> {
  await tx.execute(
    `insert into incident_note (account_id, environment, incident_id, ordinal, status, note, user_id, created_at)
     select :accountId, :environment, :incidentId, coalesce(max(ordinal), 0) + 1, :status, :note, :userId, :at from incident_note
     where account_id = :accountId and environment = :environment and incident_id = :incidentId`,
    { incidentId, ...entry },
  );
}

export async function moveIncident(
  deps: StoreDeps,
  tx: Transaction,
  tenant: Tenant,
  incident: { id: string; brandId: string },
  to: { status: IncidentStatus; note: string; userId: string | null },
): Promise<void> {
  const at = deps.now();
  await changeIncident(tx, incident, 'status = :status, resolved_at = :resolvedAt', {
    status: to.status,
    resolvedAt: to.status === 'resolved' ? at : null,
  });
  await addNote(tx, incident.id, { ...to, at });
  await tellIncident(deps, tx, tenant, incident.brandId);
  if (to.status === 'resolved')
    await queueIncidentNotices(deps, tx, tenant, { incidentId: incident.id, step: 'resolved' });
}
