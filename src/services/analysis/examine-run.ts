import type { Deps, Tenant } from '../../deps.js';
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
  tenant: Tenant,
  runIds: readonly string[],
): Promise<void> {
  const runs = await findExaminedRuns(deps, tenant, runIds);
  if (runs.length === 0) return;
  const last = new Map(runs.map((run) => [`${run.brandId}/${run.sandbox}`, run]));
  await examineCitationGaps(deps, tenant, [...last.values()]);
  await examinePriorities(deps, tenant, [...last.values()]);
  await examineBrands(deps, tenant, runs);
}
