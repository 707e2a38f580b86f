import type { Deps } from '../deps.js';
import { keepAuthority } from '../services/authority-history.js';
import { lintRewrite } from '../services/lint-rewrite.js';
import { lintWiki } from '../services/lint-wiki.js';
import { measureSuggestions } from '../services/measure-suggestion.js';
import { performBatch } from '../services/perform-batch.js';
import { performRun } from '../services/perform-run.js';
import { judgeStage } from '../services/prompt-stage.js';
import { removeBrand } from '../services/remove-brand.js';
import { forgetOld } from '../services/retention.js';
import { sendIncidentNotice } from '../services/send-incident-notice.js';
import { reviewSuspicions } from '../services/sentinel/review.js';
import { queueSiteReads, readBrandSite } from '../services/site/page.js';
import { startScheduled } from '../services/start-scheduled.js';
import { queueWikiReads } from '../services/wiki-fact.js';
import type { Tasks } from './worker.js';

/** Which use case each kind of job is; `daily` is the part of the housekeeping that only the database needs. */
export const createTasks = (deps: Deps, daily: () => Promise<void>): Tasks => ({
  'probe-run': ({ accountId, environment, runId }, signals) =>
    performRun(deps, { accountId, environment }, runId, signals),
  'brand-delete': ({ accountId, environment, brandId }) =>
    removeBrand(deps, { accountId, environment }, brandId),
  'prompt-stage': ({ accountId, environment, promptId }, { abort }) =>
    judgeStage(deps, { accountId, environment }, promptId, abort),
  'site-read': ({ accountId, environment, brandId }, { abort }) =>
    readBrandSite(deps, { accountId, environment }, brandId, abort),
  'wiki-lint': ({ accountId, environment, brandId }) =>
    lintWiki(deps, { accountId, environment }, brandId),
  'rewrite-lint': ({ accountId, environment, rewriteId }) =>
    lintRewrite(deps, { accountId, environment }, rewriteId),
  'rewrite-batch': ({ accountId, environment, batchId }, signals) =>
    performBatch(deps, { accountId, environment }, batchId, signals),
  schedules: (_none, { stop }) => startScheduled(deps, stop),
  'incident-mail': ({ accountId, environment, noticeId }, { abort }) =>
    sendIncidentNotice(deps, { accountId, environment }, noticeId, abort),
  'incident-slack': ({ accountId, environment, noticeId }, { abort }) =>
    sendIncidentNotice(deps, { accountId, environment }, noticeId, abort),
  daily: async () => {
    await daily();
    await forgetOld(deps);
    await keepAuthority(deps);
    await measureSuggestions(deps);
    await queueSiteReads(deps);
    await queueWikiReads(deps);
    await reviewSuspicions(deps);
  },
});
