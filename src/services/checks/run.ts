import type { Deps, Tenant } from '../../deps.js';
import { notFound } from '../../errors.js';
import { loadProbeRun, type ProbeRunRow } from '../runs/probe-run.js';
import { ANONYMOUS, type CheckRunRow, loadCheckRun } from './check-run.js';

/** A run of any kind: the caller's own, or a check that was made without an account. */
export async function findRun(
  deps: Deps,
  tenant: Tenant | null,
  id: string,
): Promise<ProbeRunRow | CheckRunRow> {
  const own =
    tenant === null
      ? null
      : ((await loadProbeRun(deps, tenant, id)) ?? (await loadCheckRun(deps, tenant, id)));
  const run = own ?? (await loadCheckRun(deps, ANONYMOUS, id));
  if (run === null) throw notFound('run');
  return run;
}
