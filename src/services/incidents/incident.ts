import type { EngineDeps, Statement, StoreDeps, Tenant, Values } from '../../deps.js';
import type { IncidentStatus } from '../../domain/incidents/incident.js';
import { SEVERITIES, type Severity } from '../../domain/incidents/severity.js';
import { selectOne } from '../input/select.js';

export interface IncidentRow {
  id: string;
  brandId: string;
  type: string;
  severity: Severity;
  status: IncidentStatus;
  title: string;
  evidenceCount: number;
  sandbox: boolean;
  openedAt: Date;
  resolvedAt: Date | null;
}

export interface IncidentFilter {
  severity: Severity | null;
  /** Resolved incidents are listed only when requested. */
  status: IncidentStatus | null;
}

export const MOST_INCIDENTS = 1_000;

export const INCIDENT_COLUMNS = `i.id, i.brand_id as "brandId", i.type, i.severity, i.status, i.title,
  i.evidence_count as "evidenceCount", i.sandbox, i.opened_at as "openedAt", i.resolved_at as "resolvedAt"`;
// Sandbox and real answers are never combined: the latest completed probe of the brand decides,
// otherwise the current engines.
const FILTERED = `unnest(:brandIds::uuid[]) as wanted (brand_id) cross join lateral (
    select coalesce((select r.sandbox from probe_run r where r.account_id = :accountId and r.environment = :environment
      and r.brand_id = wanted.brand_id and r.kind = 'probe' and r.status = 'completed'
      order by r.completed_at desc limit 1), :sandbox) as sandbox
  ) kind`;
const MATCHES = `i.account_id = :accountId and i.environment = :environment and i.brand_id = wanted.brand_id and i.sandbox = kind.sandbox
  and (:severity::text is null or i.severity = :severity) and (case when :status::text is null then i.status <> 'resolved' else i.status = :status end)`;
const BY_SEVERITY = `array_position('{${SEVERITIES.join()}}'::text[], i.severity) desc`;
const LIST: Statement = {
  name: 'incidents',
  text: `select i.* from ${FILTERED} cross join lateral (
      select ${INCIDENT_COLUMNS} from incident i where ${MATCHES}
      order by ${BY_SEVERITY}, i.opened_at desc, i.id limit :first
    ) i order by "brandId", ${BY_SEVERITY}, "openedAt" desc, id`,
};
const COUNT: Statement = {
  name: 'incident-counts',
  text: `select wanted.brand_id as "brandId", of.count from ${FILTERED} cross join lateral (
      select count(*) as count from incident i where ${MATCHES}) of`,
};

const toValues = (
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandIds: readonly string[],
  { severity, status }: IncidentFilter,
): Values => ({
  brandIds,
  severity,
  status,
  sandbox: deps.engines.forEnvironment(tenant.environment).sandbox,
});

/** At most `first` per brand: most severe first, then newest. */
export const loadIncidents = (
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandIds: readonly string[],
  filter: IncidentFilter,
  first: number,
): Promise<IncidentRow[]> =>
  deps.db.query(tenant, LIST, { ...toValues(deps, tenant, brandIds, filter), first });

export const countIncidents = (
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandIds: readonly string[],
  filter: IncidentFilter,
): Promise<{ brandId: string; count: number }[]> =>
  deps.db.query(tenant, COUNT, toValues(deps, tenant, brandIds, filter));

export const findIncident = selectOne<IncidentRow>('incident', {
  name: 'incident',
  text: `select ${INCIDENT_COLUMNS} from incident i
    join brand b on (b.account_id, b.environment, b.id) = (i.account_id, i.environment, i.brand_id) and b.deleted_at is null
    where i.account_id = :accountId and i.environment = :environment and i.id = :id`,
});
