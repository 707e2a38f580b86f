import { defineEntity, p } from '@mikro-orm/core';
import type { IncidentStatus } from '../domain/incidents/incident.js';
import type { Severity } from '../domain/incidents/severity.js';
import { identified, instant } from './tenant.js';

export const Incident = defineEntity({
  name: 'Incident',
  tableName: 'incident',
  properties: {
    ...identified,
    brandId: p.uuid(),
    type: p.string(),
    severity: p.string().$type<Severity>(),
    status: p.string().$type<IncidentStatus>(),
    title: p.string(),
    evidenceCount: p.integer(),
    sandbox: p.boolean(),
    details: p.json<Record<string, unknown>>(),
    openedAt: instant(),
    resolvedAt: instant().nullable(),
    /** Sequence number of the latest change among the changes of all incidents of the brand. */
    sequence: p.integer().default(0),
    /** Number of consecutive latest windows without a detection. */
    calmWindows: p.smallint().default(0),
  },
});
