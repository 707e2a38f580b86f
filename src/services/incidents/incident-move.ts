import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Tenant } from '../../deps.js';
import type { IncidentStatus } from '../../domain/incidents/incident.js';
import { queueIncidentNotices } from './queue-incident-notice.js';

/**
 * Next sequence of the brand's incidents, which subscribers use to find changes. The row of the brand
 * must be locked.
 */
const NEXT_SEQUENCE = `(select coalesce(max(sequence), 0) + 1 from incident
  where account_id = ? and environment = ? and brand_id = ?)`;

/** Changes an incident and advances its sequence. */
export async function changeIncident(
  em: EntityManager,
  tenant: Tenant,
  incident: { id: string; brandId: string },
  set: string,
  values: readonly unknown[],
): Promise<void> {
  const params = [tenant.accountId, tenant.environment];
  await em.execute(
    `update incident set sequence = ${NEXT_SEQUENCE}, ${set} where account_id = ? and environment = ? and id = ?`,
    [...params, incident.brandId, ...values, ...params, incident.id],
  );
}

export const tellIncident = (
  deps: Deps,
  em: EntityManager,
  tenant: Tenant,
  brandId: string,
): Promise<void> => deps.events.publish(em, { topic: 'incident', ...tenant, brandId });

export async function addNote(
  em: EntityManager,
  tenant: Tenant,
  incidentId: string,
  entry: { status: IncidentStatus; note: string; userId: string | null; at: Date },
): Promise<void> {
  const params = [tenant.accountId, tenant.environment, incidentId];
  await em.execute(
    `insert into incident_note (account_id, environment, incident_id, ordinal, status, note, user_id, created_at)
     select ?, ?, ?, coalesce(max(ordinal), 0) + 1, ?, ?, ?, ? from incident_note
     where account_id = ? and environment = ? and incident_id = ?`,
    [...params, entry.status, entry.note, entry.userId, entry.at, ...params],
  );
}

export async function moveIncident(
  deps: Deps,
  em: EntityManager,
  tenant: Tenant,
  incident: { id: string; brandId: string },
  to: { status: IncidentStatus; note: string; userId: string | null },
): Promise<void> {
  const at = deps.now();
  await changeIncident(em, tenant, incident, 'status = ?, resolved_at = ?', [
    to.status,
    to.status === 'resolved' ? at : null,
  ]);
  await addNote(em, tenant, incident.id, { ...to, at });
  await tellIncident(deps, em, tenant, incident.brandId);
  if (to.status === 'resolved')
    await queueIncidentNotices(deps, em, tenant, { incidentId: incident.id, step: 'resolved' });
}
