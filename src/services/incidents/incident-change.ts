import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import { SEVERITIES } from '../../domain/incidents/severity.js';
import { INCIDENT_COLUMNS, type IncidentRow } from './incident.js';

/** One change of a brand's incidents, with all unresolved incidents. */
export interface IncidentChange {
  sequence: number;
  /** The new or changed incident; null for the initial state. */
  incident: IncidentRow | null;
  open: IncidentRow[];
}

const MOST_FOLLOWED = 100;

/** Unresolved incidents, and incidents that changed since. */
const FOLLOWED: Statement = {
  name: 'followed-incidents',
  text: `select ${INCIDENT_COLUMNS}, i.sequence from incident i
    where i.account_id = :accountId and i.environment = :environment and i.brand_id = :brandId
      and (i.status <> 'resolved' or i.sequence > :since)
    order by array_position('{${SEVERITIES.join()}}'::text[], i.severity) desc, i.opened_at desc, i.id limit ${MOST_FOLLOWED}`,
};
const LATEST: Statement = {
  name: 'latest-incident-change',
  text: `select coalesce(max(sequence), 0) as latest from incident
    where account_id = :accountId and environment = :environment and brand_id = :brandId`,
};

/** Changes after a sequence, in order; the current state when `after` is null. */
export async function readIncidentChanges(
  deps: StoreDeps,
  tenant: Tenant,
  brandId: string,
  after: number | null,
): Promise<IncidentChange[]> {
  const [top] =
    after === null ? await deps.db.query<{ latest: number }>(tenant, LATEST, { brandId }) : [];
  const since = after ?? top?.latest ?? 0;
  const rows = await deps.db.query<IncidentRow & { sequence: number }>(tenant, FOLLOWED, {
    brandId,
    since,
  });
  const open = rows.filter(({ status }) => status !== 'resolved');
  if (after === null) return [{ sequence: since, incident: null, open }];
  return rows
    .filter(({ sequence }) => sequence > since)
    .sort((a, b) => a.sequence - b.sequence)
    .map((incident) => ({ sequence: incident.sequence, incident, open }));
}
