import type { Deps, Scope } from '../../deps.js';
import { examineBrands } from '../sentinel/examine-brand.js';
import { findExaminedRuns } from '../sentinel/examined-run.js';
import { examineCitationGaps } from './citation-gap.js';
import { examinePriorities } from './priority-change.js';

/**
 * What completed runs are looked at for, apart from their own numbers. What holds of a brand now is looked at once for
 * all of its runs, what a run shows for each, the oldest first. Looking twice tells nothing twice.
 */
export async function examineRuns(
  deps: Deps,
  scope: Scope,
  runIds: readonly string[],
): Promise<void> {
  const runs = await findExaminedRuns(deps, scope, runIds);
  if (runs.length === 0) return;
  const last = new Map(runs.map((run) => [`${run.brandId}/${run.sandbox}`, run]));
  await examineCitationGaps(deps, scope, [...last.values()]);
  await examinePriorities(deps, scope, [...last.values()]);
  await examineBrands(deps, scope, runs);
}
