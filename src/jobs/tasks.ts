import type { Deps } from '../deps.js';
import { keepAuthority } from '../services/authority/authority-history.js';
import { removeBrand } from '../services/brands/remove-brand.js';
import { sendIncidentNotice } from '../services/incidents/send-incident-notice.js';
import { forgetOld } from '../services/operations/retention.js';
import { judgeStage } from '../services/prompts/prompt-stage.js';
import { lintRewrite } from '../services/rewrites/lint-rewrite.js';
import { performBatch } from '../services/rewrites/perform-batch.js';
import { performRun } from '../services/runs/perform-run.js';
import { startScheduled } from '../services/schedules/start-scheduled.js';
import { reviewSuspicions } from '../services/sentinel/review.js';
import { queueSiteReads, readBrandSite } from '../services/site/page.js';
import { measureSuggestions } from '../services/suggestions/measure-suggestion.js';
import { lintWiki } from '../services/wiki/lint-wiki.js';
import { queueWikiReads } from '../services/wiki/wiki-fact.js';
import type { Tasks } from './worker.js';

/** The use case of each kind of job; `daily` is the database's own part of the daily maintenance. */
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
