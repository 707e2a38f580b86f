import type { Deps, Scope } from '../deps.js';
import { type IncidentChange, readIncidentChanges } from '../services/incidents/incident-change.js';
import { createFeed, type Feed } from './feed.js';

/** What is not over of one brand's incidents, then each change. */
export const createIncidentFeed = (
  deps: Deps,
  scope: Scope,
  brandId: string,
  onClose: () => void,
): Feed<IncidentChange> =>
  createFeed<IncidentChange>({
    read: (last) => readIncidentChanges(deps, scope, brandId, last?.sequence ?? null),
    toSnapshot: (last) => ({ ...last, incident: null }),
    hasEnded: () => false,
    onClose,
    log: deps.log,
    watched: { brandId },
  });
