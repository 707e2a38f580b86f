import type { Deps, Scope } from '../../deps.js';
import { type IncidentStatus, mayBecome } from '../../domain/incidents/incident.js';
import { AppError, notFound } from '../../errors.js';
import { checkText } from '../input/check.js';
import { findIncident, type IncidentRow } from './incident.js';
import { moveIncident } from './incident-move.js';

export interface IncidentChange {
  status: IncidentStatus;
  note?: string | null | undefined;
}

const NOTE_LENGTH = 4_000;

/** Forwards only: one that is over stays so. The brand's row is locked first, as the sentinel does. */
export async function updateIncident(
  deps: Deps,
  owner: Scope & { userId: string },
  id: string,
  { status, note }: IncidentChange,
): Promise<IncidentRow> {
  const scope: Scope = { accountId: owner.accountId, environment: owner.environment };
  const text = note == null ? '' : checkText('note', note, NOTE_LENGTH);
  const { brandId } = await findIncident(deps, scope, id);
  await deps.db.write(scope, async (em) => {
    const place = [scope.accountId, scope.environment];
    await em.execute(
      'select 1 from brand where account_id = ? and environment = ? and id = ? for update',
      [...place, brandId],
    );
    const [found] = await em.execute<{ status: IncidentStatus }[]>(
      'select status from incident where account_id = ? and environment = ? and id = ?',
      [...place, id],
    );
    if (found === undefined) throw notFound('incident');
    if (!mayBecome(found.status, status))
      throw new AppError('CONFLICT', `an incident that is ${found.status} cannot become ${status}`);
    const by = { status, note: text, userId: owner.userId };
    await moveIncident(deps, em, scope, { id, brandId }, by);
  });
  return findIncident(deps, scope, id);
}
