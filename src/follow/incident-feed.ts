import type { Deps, Tenant } from '../deps.js';
import { type IncidentChange, readIncidentChanges } from '../services/incidents/incident-change.js';
import { createFeed, type Feed } from './feed.js';

/** What is not over of one brand's incidents, then each change. */
export const createIncidentFeed = (
  deps: Deps,
  tenant: Tenant,
  brandId: string,
  onClose: () => void,
): Feed<IncidentChange> =>
  createFeed<IncidentChange>({
    read: (last) => readIncidentChanges(deps, tenant, brandId, last?.sequence ?? null),
    toSnapshot: (last) => ({ ...last, incident: null }),
    hasEnded: () => false,
    onClose,
    log: deps.log,
    watched: { brandId },
  });
