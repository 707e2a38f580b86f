import type { Deps } from '../deps.js';
import { performRun } from '../services/perform-run.js';
import { removeBrand } from '../services/remove-brand.js';
import { forgetOld } from '../services/retention.js';
import type { Tasks } from './worker.js';

/** Which use case each kind of job is; `daily` is the part of the housekeeping that only the database needs. */
export const createTasks = (deps: Deps, daily: () => Promise<void>): Tasks => ({
  'probe-run': ({ accountId, environment, runId }, signals) =>
    performRun(deps, { accountId, environment }, runId, signals),
  'brand-delete': ({ accountId, environment, brandId }) =>
    removeBrand(deps, { accountId, environment }, brandId),
  daily: async () => {
    await daily();
    await forgetOld(deps);
  },
});
