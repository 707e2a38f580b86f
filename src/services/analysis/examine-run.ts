import type { Deps, Tenant } from '../../deps.js';
import { examineBrands } from '../sentinel/examine-brand.js';
import { findExaminedRuns } from '../sentinel/examined-run.js';
import { examineCitationGaps } from './citation-gap.js';
import { examinePriorities } from './priority-change.js';

/**
 * Analyses completed runs. Gaps and priorities depend on the current state and are examined once per
 * brand, incidents once per run, oldest first. Repeating the analysis reports nothing twice.
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
