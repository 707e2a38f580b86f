import { badInput } from '../src/errors.js';
import { statusOf, toWord, withNumbers, withStatus } from './bodies.js';
import {
  toAida,
  toComparison,
  toCompetitors,
  toIncident,
  toPrompts,
  toSentimentOverview,
  toTimeseries,
} from './dashboard-bodies.js';
import { checkRunsOperation, runQueryOperation, runScanOperation } from './operations/check.js';
import { rewriteOperation } from './operations/copy.js';
import {
  aidaOperation,
  compareOperation,
  competitorsOperation,
  promptsOperation,
  sentimentOperation,
  visibilityOperation,
} from './operations/dashboard.js';
import { incidentsOperation } from './operations/incident.js';
import { healthOperation, meOperation, statusOperation } from './operations/service.js';
import { get, type Input, post, type Route } from './route.js';
import { toQueryBody, toRunsBody, toScanBody, withMode } from './run-bodies.js';
import { v1Routes } from './v1.js';

const LONGEST = 90;

/**
 * The resolver checks the same range, but only after it has found the brand; an invalid field must be
 * reported before a missing record. The type of the variable rejects values that are no whole number.
 */
function checkDays(input: Input): Input {
  const { days } = input;
  if (typeof days === 'string' && /^-?\d+$/.test(days) && !(+days >= 1 && +days <= LONGEST))
    throw badInput('days', `must be a whole number from 1 to ${LONGEST}`);
  return input;
}

/** The endpoints of document 1 (docs/contract.md). */
const unversionedRoutes: readonly Route[] = [
  get('/api/health', {
    successor: '/api/v1/health',
    operation: healthOperation,
    auth: 'none',
    status: statusOf,
    cacheSec: 30,
    toBody: withStatus,
  }),
  post('/api/check/run', {
    operation: runScanOperation,
    auth: 'none',
    toBody: ({ checkRun, rateLimitRemaining }) => toScanBody(checkRun, rateLimitRemaining),
    errors: ['ENGINE_UNAVAILABLE'],
  }),
  post('/api/query', {
    operation: runQueryOperation,
    auth: 'optional',
    toVariables: withMode,
    toBody: ({ checkRun }) => toQueryBody(checkRun),
    errors: ['ENGINE_UNAVAILABLE'],
    parameters: {
      mode: {
        description: 'Mode of the query. The only mode asks all platforms. Optional.',
        schema: { type: 'string', const: 'all' },
      },
    },
  }),
  // Not in the contract: the stored results of the two paths above.
  get('/api/runs', {
    operation: checkRunsOperation,
    toBody: toRunsBody,
    nextOf: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    parameters: {
      limit: {
        description: 'Maximum number of entries, 1 to 100.',
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
    },
  }),
  get('/api/status', {
    operation: statusOperation,
    auth: 'none',
    status: statusOf,
    cacheSec: 60,
    toBody: withStatus,
  }),
  post('/api/aeo/rewrite', {
    operation: rewriteOperation,
    errors: ['ENGINE_UNAVAILABLE'],
    toBody: ({ rewrite: { score, costUsd, ...rewrite } }) =>
      withNumbers({ ...rewrite, score_aviv: score.value }, { cost_usd: costUsd }),
  }),
  get('/api/me', {
    operation: meOperation,
    toBody: ({ account, auth, ...me }) => ({
      ...me,
      account: {
        ...account,
        tier: toWord(account.tier),
        role: account.role && toWord(account.role),
      },
      auth: {
        ...auth,
        type: toWord(auth.type),
        environment: toWord(auth.environment),
        scopes: auth.scopes.map(toWord),
      },
    }),
  }),
  get('/api/dashboard/visibility/timeseries', {
    summary: 'Visibility of a brand day by day, in total and per platform.',
    operation: visibilityOperation,
    toVariables: checkDays,
    toBody: toTimeseries,
  }),
  get('/api/dashboard/competitors/breakdown', {
    summary: 'Comparison of a brand with its rivals on each platform.',
    operation: competitorsOperation,
    toVariables: checkDays,
    toBody: toCompetitors,
  }),
  get('/api/dashboard/prompts/breakdown', {
    summary: 'Hit rate of each of a brand’s prompts.',
    operation: promptsOperation,
    toVariables: checkDays,
    toBody: toPrompts,
  }),
  get('/api/dashboard/prompts/aida', {
    summary: 'AIDA funnel of a brand’s prompts.',
    operation: aidaOperation,
    toVariables: checkDays,
    toBody: toAida,
  }),
  get('/api/brands/compare', {
    operation: compareOperation,
    toVariables: checkDays,
    toBody: toComparison,
  }),
  get('/api/sentiment/overview', {
    summary: 'Net sentiment of a brand, in total and day by day.',
    operation: sentimentOperation,
    toVariables: checkDays,
    toBody: toSentimentOverview,
  }),
  get('/api/crisis/incidents', {
    successor: '/api/v1/sentinel/incidents',
    operation: incidentsOperation,
    toVariables: ({ brand_id, ...input }) => {
      const brandId = input.brandId ?? brand_id;
      if (brandId === undefined) throw badInput('brand_id', 'is required');
      return { ...input, brandId };
    },
    toBody: ({ incidents, total }) => ({ incidents: incidents.map(toIncident), total }),
    parameters: {
      brand_id: { description: 'Id of the brand. Either brand_id or brandId is required.' },
      brandId: { description: 'Id of the brand. Takes precedence over brand_id.' },
    },
  }),
];

/** In matching order: a fixed path precedes one with a placeholder. */
export const routes: readonly Route[] = [...unversionedRoutes, ...v1Routes];
