import type { Deps, Tenant, Transaction } from '../../deps.js';
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

/** What was seen of one type, and what of it bears out the suspicion that stood. */
export interface Weighed {
  detection: Detection;
  suspected: { suspicion: Suspicion; seen: Detected } | null;
}

/** Somebody has said that it is over, and of that they do not want to hear again at once. */
async function isQuiet(
  deps: Deps,
  tx: Transaction,
  { brandId, sandbox }: IncidentKey,
  type: IncidentType,
): Promise<boolean> {
  // Of these it is the look-alike that stays quiet, for good, and not the type.
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
 * Takes what was seen one step further. The brand's row is locked by the caller, so two runs' looks come one after
 * the other. True when the brand is suspected because of this run and no run confirms it yet.
 */
export async function settle(
  deps: Deps,
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
  // The same look once more: only what it was to start may be missing.
  if (suspicion?.runId === run.lookId) return suspicion.confirmingRunId === null;
  // It arose, or went, while this was looked at: the next look tells.
  if (open === null && suspicion?.runId !== weighed?.suspicion.runId) return false;
  const { outcome: look, found } = open === null && weighed !== null ? weighed.seen : detection;
  // What one brand made suspect, another may bear out but not clear.
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
            : 'Three windows in a row were calm.',
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
