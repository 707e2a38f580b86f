import type { StoreDeps, Tenant, Transaction } from '../../deps.js';
import {
  IMPERSONATION,
  type IncidentType,
  PLATFORM_SHIFT,
} from '../../domain/incidents/incident.js';
import { SILENT_DAYS } from '../../domain/incidents/incident-rule.js';
import { nextStep } from '../../domain/sentinel/suspicion.js';
import { moveIncident } from '../incidents/incident-move.js';
import { isDiscovery } from './day-tests.js';
import type { Detected, Detection } from './detection.js';
import type { ExaminedRun } from './examined-run.js';
import type { IncidentState, Suspicion } from './incident-state.js';
import {
  countCalm,
  type IncidentKey,
  openIncident,
  strengthenIncident,
} from './incident-transition.js';

const QUIET_DAYS = 7;
const AT_ONCE: readonly IncidentType[] = [IMPERSONATION];

/** Detection of one type, and the comparison of an existing suspicion with newer answers. */
export interface Weighed {
  detection: Detection;
  suspected: { suspicion: Suspicion; seen: Detected } | null;
}

/** Whether a user resolved an incident of the type within the quiet days. */
async function isQuiet(
  deps: StoreDeps,
  tx: Transaction,
  { brandId, sandbox }: IncidentKey,
  type: IncidentType,
): Promise<boolean> {
  // For impersonation the look-alike is ignored for good, not the type.
  if (type === IMPERSONATION) return false;
  const since = new Date(deps.now().getTime() - QUIET_DAYS * 86_400_000);
  const rows = await tx.execute<unknown>(
    `select 1 from incident i where i.account_id = :accountId and i.environment = :environment and i.brand_id = :brandId and i.sandbox = :sandbox and i.type = :type
       and i.status = 'resolved' and i.resolved_at > :since
       and exists (select from incident_note n where (n.account_id, n.environment, n.incident_id) = (i.account_id, i.environment, i.id)
         and n.status = 'resolved' and n.user_id is not null) limit 1`,
    { brandId, sandbox, type, since },
  );
  return rows.length > 0;
}

/**
 * Performs the next step for a detection. The caller must lock the row of the brand, so that
 * examinations run one after another. True when this run raised a suspicion that still needs a
 * confirming run.
 */
export async function settle(
  deps: StoreDeps,
  tx: Transaction,
  tenant: Tenant,
  run: ExaminedRun,
  { detection, suspected: weighed }: Weighed,
  state: IncidentState,
): Promise<boolean> {
  const { type } = detection;
  const place: IncidentKey = { brandId: run.brandId, sandbox: run.sandbox, runId: run.lookId };
  const key = { brandId: run.brandId, type, sandbox: run.sandbox };
  const open = state.open.get(type) ?? null;
  if (open?.lastRunId === run.lookId) return false;
  const suspicion = state.suspicions.get(type);
  // A repeated examination: only the confirming run may be missing.
  if (suspicion?.runId === run.lookId) return suspicion.confirmingRunId === null;
  // The suspicion changed during the examination: the next examination decides.
  if (open === null && suspicion?.runId !== weighed?.suspicion.runId) return false;
  const { outcome: look, found } = open === null && weighed !== null ? weighed.seen : detection;
  // A suspicion that arose at one brand can be confirmed by another, but not cleared.
  if (suspicion !== undefined && suspicion.brandId !== run.brandId && look !== 'crosses')
    return false;
  const suspected = suspicion !== undefined || AT_ONCE.includes(type);
  const forget = () =>
    tx.execute(
      `delete from suspicion where account_id = :accountId and environment = :environment and (brand_id = :brandId or type = '${PLATFORM_SHIFT}')
         and type = :type and sandbox = :sandbox`,
      key,
    );

  switch (nextStep(look, { open, suspected })) {
    case 'suspect':
      if (await isQuiet(deps, tx, place, type)) return false;
      await tx.execute(
        `insert into suspicion (account_id, environment, brand_id, type, sandbox, run_id, since)
         values (:accountId, :environment, :brandId, :type, :sandbox, :runId, :since)`,
        { ...key, runId: run.id, since: deps.now() },
      );
      return true;
    case 'open':
      if (found === null || (await isQuiet(deps, tx, place, type))) return false;
      if (!AT_ONCE.includes(type) && !(await isDiscovery(tx, run, found.subject))) return false;
      await forget();
      await openIncident(deps, tx, tenant, place, found);
      return false;
    case 'clear':
      if (suspicion !== undefined) await forget();
      return false;
    case 'strengthen':
      if (open !== null && found !== null)
        await strengthenIncident(deps, tx, tenant, open, run.lookId, found);
      return false;
    case 'resolve':
      if (open !== null)
        await moveIncident(deps, tx, tenant, open, {
          status: 'resolved',
          note: run.isSilent
            ? `No answers for more than ${SILENT_DAYS} days.`
            : 'Three consecutive windows were calm.',
          userId: null,
        });
      return false;
    case 'count_calm':
      if (open !== null) await countCalm(tx, open, run.lookId, open.calmWindows + 1);
      return false;
    case 'unsettle':
      if (open !== null) await countCalm(tx, open, run.lookId, 0);
      return false;
    case 'nothing':
      return false;
  }
}
