import type { Deps, Scope } from '../deps.js';
import { examineCitationGaps } from './citation-gap.js';
import { examinePriorities } from './priority-change.js';
import { examineBrand } from './sentinel/examine-brand.js';
import { findExaminedRun } from './sentinel/examined-run.js';

/** What a completed run is looked at for, apart from its own numbers. Looking twice tells nothing twice. */
export async function examineRun(deps: Deps, scope: Scope, runId: string): Promise<void> {
  const run = await findExaminedRun(deps, scope, runId);
  if (run === null) return;
  await examineCitationGaps(deps, scope, run);
  await examinePriorities(deps, scope, run);
  await examineBrand(deps, scope, run);
}
