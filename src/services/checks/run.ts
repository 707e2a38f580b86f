import type { Deps, Scope } from '../../deps.js';
import { notFound } from '../../errors.js';
import { loadProbeRun, type ProbeRunRow } from '../runs/probe-run.js';
import { ANONYMOUS, type CheckRunRow, loadCheckRun } from './check-run.js';

/** A run of any kind: the caller's own, or a check that was made without an account. */
export async function findRun(
  deps: Deps,
  scope: Scope | null,
  id: string,
): Promise<ProbeRunRow | CheckRunRow> {
  const own =
    scope === null
      ? null
      : ((await loadProbeRun(deps, scope, id)) ?? (await loadCheckRun(deps, scope, id)));
  const run = own ?? (await loadCheckRun(deps, ANONYMOUS, id));
  if (run === null) throw notFound('run');
  return run;
}
