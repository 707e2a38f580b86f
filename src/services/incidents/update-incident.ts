import type { StoreDeps, Tenant } from '../../deps.js';
import { type IncidentStatus, mayBecome } from '../../domain/incidents/incident.js';
import { AppError, notFound } from '../../errors.js';
import { checkText } from '../input/validate.js';
import { findIncident, type IncidentRow } from './incident.js';
import { moveIncident } from './incident-move.js';

export interface IncidentUpdate {
  status: IncidentStatus;
  note?: string | null | undefined;
}

const NOTE_LENGTH = 4_000;

/**
 * Moves an incident forwards only; a resolved incident stays resolved. Locks the row of the brand
 * first, like the sentinel.
 */
export async function updateIncident(
  deps: StoreDeps,
  owner: Tenant & { userId: string },
  id: string,
  { status, note }: IncidentUpdate,
): Promise<IncidentRow> {
  const tenant: Tenant = { accountId: owner.accountId, environment: owner.environment };
  const text = note == null ? '' : checkText('note', note, NOTE_LENGTH);
  const { brandId } = await findIncident(deps, tenant, id);
  await deps.db.transaction(tenant, async (tx) => {
    await tx.execute(
      'select 1 from brand where account_id = :accountId and environment = :environment and id = :brandId for update',
      { brandId },
    );
    const [found] = await tx.execute<{ status: IncidentStatus }>(
      'select status from incident where account_id = :accountId and environment = :environment and id = :id',
      { id },
    );
    if (found === undefined) throw notFound('incident');
    if (!mayBecome(found.status, status))
      throw new AppError('CONFLICT', `an incident that is ${found.status} cannot become ${status}`);
    const by = { status, note: text, userId: owner.userId };
    await moveIncident(deps, tx, tenant, { id, brandId }, by);
  });
  return findIncident(deps, tenant, id);
}
