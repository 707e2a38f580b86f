import { listPathIds } from '../helpers/client/rest-ids.js';

/**
 * Who may do what, one row for each field and door; a new one has to be entered here. Paths come from the rows of `rest/`. The tests
 * beside this file make their cases from it, and fail for what it does not name.
 */

/** What is open is so for strangers; who has a credential must be allowed to read, or to write. */
export type Need = 'nothing' | 'open to read' | 'open to write' | 'read' | 'write' | 'admin';

export const NOUNS = [
  'API key',
  'brand',
  'incident',
  'prompt',
  'prompt pack',
  'rewrite',
  'rewrite batch',
  'run',
  'schedule',
  'suggestion',
  'webhook delivery',
  'webhook endpoint',
  'wiki page',
] as const;
/** What an id names; whose it is not is told that there is no such thing. */
export type Noun = (typeof NOUNS)[number];
export interface Rule {
  who: Need;
  /** The code that a caller without a credential is told, where one may come; null for an answer. */
  signedOut?: string | null;
  /** Arguments and input fields of type ID, by their path below the field. */
  ids?: Record<string, Noun>;
  /** People reach what their account has in either environment, as they look after the keys of both. */
  acrossEnvironments?: true;
}

/** Root fields; a mutation that is called as a query is says so. */
export const ROOTS: Record<string, Rule> = {
  // Queries
  apiKeys: { who: 'admin', acrossEnvironments: true },
  authority: { who: 'read', ids: { brandId: 'brand' } },
  brand: { who: 'read', ids: { id: 'brand' } },
  brands: { who: 'read' },
  checkRuns: { who: 'read' },
  citationGaps: { who: 'read', ids: { brandId: 'brand' } },
  citations: { who: 'read', ids: { brandId: 'brand' } },
  compareBrands: { who: 'read' },
  health: { who: 'nothing', signedOut: null },
  incident: { who: 'read', ids: { id: 'incident' } },
  incidentNotices: { who: 'admin' },
  incidents: { who: 'read', ids: { brandId: 'brand' } },
  lintIssues: { who: 'read', ids: { brandId: 'brand' } },
  me: { who: 'read' },
  nameSearch: { who: 'read' },
  picker: { who: 'read', ids: { brandId: 'brand' } },
  platforms: { who: 'read' },
  engineBudget: { who: 'read' },
  probeEstimate: {
    who: 'read',
    ids: {
      'input.brandId': 'brand',
      'input.promptPackId': 'prompt pack',
      'input.promptIds': 'prompt',
    },
  },
  probeRun: { who: 'read', ids: { id: 'run' } },
  probeRuns: { who: 'read', ids: { brandId: 'brand' } },
  promptPack: { who: 'read', ids: { id: 'prompt pack' } },
  promptPacks: { who: 'read' },
  rewrite: { who: 'read', ids: { id: 'rewrite' } },
  rewriteBatch: { who: 'read', ids: { id: 'rewrite batch' } },
  rewriteBatches: { who: 'read', ids: { brandId: 'brand' } },
  rewrites: { who: 'read' },
  run: { who: 'open to read', signedOut: 'NOT_FOUND', ids: { id: 'run' } },
  schedule: { who: 'read', ids: { id: 'schedule' } },
  schedulePreview: {
    who: 'read',
    ids: { 'input.brandId': 'brand', 'input.promptPackId': 'prompt pack' },
  },
  status: { who: 'nothing', signedOut: null },
  suggestion: { who: 'read', ids: { id: 'suggestion' } },
  suggestions: { who: 'read', ids: { brandId: 'brand' } },
  usage: { who: 'read' },
  webhookDeliveries: { who: 'admin', ids: { endpointId: 'webhook endpoint' } },
  webhookDelivery: { who: 'admin', ids: { id: 'webhook delivery' } },
  webhookEndpoints: { who: 'admin' },
  webhookEventKinds: { who: 'admin' },
  wikiPage: { who: 'read', ids: { id: 'wiki page' } },
  wikiPages: { who: 'read', ids: { brandId: 'brand' } },
  // Mutations
  addPrompts: { who: 'write', ids: { 'input.packId': 'prompt pack', 'input.brandId': 'brand' } },
  addRewriteItems: { who: 'write', ids: { 'input.batchId': 'rewrite batch' } },
  applySuggestion: {
    who: 'write',
    ids: { 'input.suggestionId': 'suggestion', 'input.promptIds': 'prompt' },
  },
  cancelProbeRun: { who: 'write', ids: { 'input.runId': 'run' } },
  createApiKey: { who: 'admin' },
  createBrand: { who: 'write' },
  createPrompt: {
    who: 'write',
    ids: { 'input.packId': 'prompt pack', 'input.brandId': 'brand' },
  },
  createPromptPack: { who: 'write' },
  createRewriteBatch: { who: 'write', ids: { 'input.brandId': 'brand' } },
  createSchedule: {
    who: 'write',
    ids: { 'input.brandId': 'brand', 'input.promptPackId': 'prompt pack' },
  },
  createSuggestion: { who: 'write', ids: { 'input.brandId': 'brand' } },
  createWebhookEndpoint: { who: 'admin' },
  createWikiPage: { who: 'write', ids: { 'input.brandId': 'brand' } },
  deleteBrand: { who: 'write', ids: { 'input.id': 'brand' } },
  deletePrompt: { who: 'write', ids: { 'input.id': 'prompt' } },
  deleteSchedule: { who: 'write', ids: { 'input.id': 'schedule' } },
  deleteWebhookEndpoint: { who: 'admin', ids: { 'input.id': 'webhook endpoint' } },
  deleteWikiPage: { who: 'write', ids: { 'input.id': 'wiki page' } },
  dismissCompetitorSuggestion: { who: 'write', ids: { 'input.brandId': 'brand' } },
  pauseSchedule: { who: 'write', ids: { 'input.id': 'schedule' } },
  recoverDeliveries: { who: 'admin', ids: { 'input.endpointId': 'webhook endpoint' } },
  replayDelivery: { who: 'admin', ids: { 'input.id': 'webhook delivery' } },
  resumeSchedule: { who: 'write', ids: { 'input.id': 'schedule' } },
  retryProbeRun: { who: 'write', ids: { 'input.runId': 'run' } },
  retryRewriteBatch: { who: 'write', ids: { 'input.batchId': 'rewrite batch' } },
  revokeApiKey: { who: 'admin', ids: { 'input.id': 'API key' }, acrossEnvironments: true },
  'mutation rewrite': { who: 'write' },
  rotateApiKey: { who: 'admin', ids: { 'input.id': 'API key' }, acrossEnvironments: true },
  rotateWebhookSecret: { who: 'admin', ids: { 'input.id': 'webhook endpoint' } },
  runQuery: { who: 'open to write', signedOut: 'BAD_INPUT' },
  runScan: { who: 'nothing', signedOut: null },
  sendTestNotice: { who: 'admin' },
  sendTestEvent: { who: 'admin', ids: { 'input.id': 'webhook endpoint' } },
  startProbe: {
    who: 'write',
    ids: {
      'input.brandId': 'brand',
      'input.promptPackId': 'prompt pack',
      'input.promptIds': 'prompt',
    },
  },
  startRewriteBatch: { who: 'write', ids: { 'input.batchId': 'rewrite batch' } },
  updateBrand: { who: 'write', ids: { 'input.id': 'brand' } },
  updateIncidentNotices: { who: 'admin' },
  updateSchedule: {
    who: 'write',
    ids: { 'input.id': 'schedule', 'input.promptPackId': 'prompt pack' },
  },
  updateIncident: { who: 'write', ids: { 'input.id': 'incident' } },
  updatePrompt: { who: 'write', ids: { 'input.id': 'prompt' } },
  updatePromptPack: { who: 'write', ids: { 'input.id': 'prompt pack' } },
  updateWebhookEndpoint: { who: 'admin', ids: { 'input.id': 'webhook endpoint' } },
  updateWikiPage: { who: 'write', ids: { 'input.id': 'wiki page' } },
  // Subscriptions
  incidentChanged: { who: 'read', ids: { brandId: 'brand' } },
  probeRunCompleted: { who: 'read', ids: { brandId: 'brand' } },
  probeRunProgress: { who: 'read', ids: { runId: 'run' } },
  rewriteBatchProgress: { who: 'read', ids: { batchId: 'rewrite batch' } },
  webhookDelivered: { who: 'admin', ids: { endpointId: 'webhook endpoint' } },
};

/** Id arguments below the roots only narrow a list of one's own down: what names nothing finds nothing. */
export const FILTERS: Record<string, Noun> = {
  'Brand.answers.promptId': 'prompt',
  'ProbeRun.answers.promptId': 'prompt',
};

export interface PathRule {
  who: Need;
  /** Of a caller without a credential, where one may come. */
  signedOut?: number;
  /** Variables of type ID by their names on the wire, in the path, the query or the body. */
  ids?: Record<string, Noun>;
}

const HEALTH: PathRule = { who: 'nothing', signedOut: 200 };

/** Paths that are not read by `read` or written by `write`. */
const EXCEPTIONS: Record<string, PathRule> = {
  'GET /api/health': HEALTH,
  'GET /api/v1/health': HEALTH,
  'GET /api/status': HEALTH,
  'POST /api/check/run': { who: 'nothing', signedOut: 200 },
  'POST /api/query': { who: 'open to write', signedOut: 200 },
  'GET /api/runs/:id': { who: 'open to read', signedOut: 404 },
  'POST /api/v1/webhooks': { who: 'admin' },
  'POST /api/admin/aeo/generate': { who: 'admin' },
};

/** The documented paths, their aliases too: a GET needs `read` and a POST `write`, unless it is an exception. */
export const PATHS: Record<string, PathRule> = Object.fromEntries(
  listPathIds().map(({ key, row, ids }) => {
    const who = row.method === 'GET' ? ('read' as const) : ('write' as const);
    return [key, { who, ...EXCEPTIONS[key], ...(Object.keys(ids).length > 0 && { ids }) }];
  }),
);

/** All other paths that anything is mounted at, with what a plain GET of a stranger is answered. */
export const DOORS: Record<string, readonly number[]> = {
  '/livez': [200],
  '/readyz': [200],
  // With the operator's token, or at a port of its own.
  '/metrics': [401],
  '/graphql': [400],
  // The rows of the table below.
  '/api/auth': [404],
  // Pages are the same for everyone; 503 before they are built.
  '/graphiql': [200, 503],
  '/docs': [200, 503],
  '/api/v1': [200],
  '/api/v1/openapi.json': [200],
  '/assets': [404],
  '/reset-password': [200],
  '/address-confirmed': [200],
};

/**
 * What the sign-in library answers below `/api/auth`: `public` to anybody, `self` about whoever is
 * signed in, `team` to members of the team that is named, `admin` to those of them who look after it,
 * `off` to nobody, as a path that is not there.
 */
export const SIGN_IN: Record<string, 'public' | 'self' | 'team' | 'admin' | 'off'> = {
  '/ok': 'off',
  '/error': 'off',
  '/demo': 'public',
  '/get-session': 'public',
  '/sign-out': 'public',
  '/sign-up/email': 'public',
  '/sign-in/email': 'public',
  '/sign-in/social': 'off',
  '/callback/:id': 'off',
  '/reset-password': 'public',
  '/reset-password/:token': 'public',
  '/request-password-reset': 'public',
  '/verify-email': 'public',
  '/send-verification-email': 'self',
  '/verify-password': 'off',
  '/change-email': 'off',
  '/change-password': 'self',
  '/update-session': 'off',
  '/update-user': 'self',
  '/delete-user': 'off',
  '/delete-user/callback': 'off',
  '/list-sessions': 'off',
  '/revoke-session': 'off',
  '/revoke-sessions': 'off',
  '/revoke-other-sessions': 'off',
  '/link-social': 'off',
  '/list-accounts': 'off',
  '/unlink-account': 'off',
  '/refresh-token': 'off',
  '/get-access-token': 'off',
  '/account-info': 'off',
  '/organization/create': 'off',
  '/organization/delete': 'off',
  '/organization/update': 'admin',
  '/organization/invite-member': 'admin',
  '/organization/cancel-invitation': 'admin',
  '/organization/remove-member': 'admin',
  '/organization/update-member-role': 'admin',
  '/organization/set-active': 'team',
  '/organization/get-organization': 'off',
  '/organization/get-full-organization': 'off',
  '/organization/get-active-member-role': 'off',
  '/organization/has-permission': 'off',
  '/organization/leave': 'off',
  '/organization/list-invitations': 'admin',
  '/organization/list-members': 'team',
  '/organization/accept-invitation': 'team',
  '/organization/get-invitation': 'team',
  '/organization/reject-invitation': 'team',
  '/organization/check-slug': 'off',
  '/organization/get-active-member': 'off',
  '/organization/list': 'self',
  '/organization/list-user-invitations': 'off',
};
