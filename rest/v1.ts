import { statusOf, toWord, withNumbers, withStatus } from './bodies.js';
import { toIncident } from './dashboard-bodies.js';
import type {
  AddPromptsMutation,
  AuthorityQuery,
  BrandQuery,
  CreateSuggestionMutation,
  StartProbeMutation,
} from './generated/graphql.js';
import {
  addPromptsOperation,
  authorityOperation,
  brandOperation,
  brandPromptsOperation,
  brandsOperation,
  createBrandOperation,
  pickerOperation,
} from './operations/brand.js';
import { citationsByDayOperation, citationsOperation } from './operations/citation.js';
import { createSuggestionOperation } from './operations/copy.js';
import { incidentsOperation } from './operations/incident.js';
import { probeOperation, runOperation, startProbeOperation } from './operations/probe.js';
import { healthOperation } from './operations/service.js';
import { createWebhookOperation } from './operations/webhook.js';
import { get, post, type Route } from './route.js';
import { toProbeBody, toRunBody } from './run-bodies.js';

/** `states` covers the four subscores too, by name. */
function toAuthorityBody({
  citationDensity,
  subscores,
  trend7d,
  ...authority
}: NonNullable<AuthorityQuery['authority']>): object {
  const { experience, expertise, authoritativeness, trustworthiness } = subscores;
  const parts = withNumbers(
    {},
    {
      experience: experience.value,
      expertise: expertise.value,
      authoritativeness: authoritativeness.value,
      trustworthiness: trustworthiness.value,
    },
  );
  const body = withNumbers(authority, {
    geoScore: authority.geoScore,
    eeatScore: authority.eeatScore,
    citationDensity: citationDensity.value,
    trend7d: trend7d.value,
  });
  const { states: without, ...numbers } = parts;
  const states = { ...body.states, ...without };
  return {
    ...body,
    subscores: numbers,
    coverage: {
      experience: experience.coverage,
      expertise: expertise.coverage,
      authoritativeness: authoritativeness.coverage,
      trustworthiness: trustworthiness.coverage,
    },
    ...(Object.keys(states).length > 0 && { states }),
  };
}

/** In a list of objects, a plain string stands for an object with only that field. */
const asObjects = (list: unknown, name: string): unknown =>
  Array.isArray(list) ? list.map((one) => (typeof one === 'string' ? { [name]: one } : one)) : list;

/** Room for 200 prompts of 4,000 characters, mostly of one byte each. */
const PROMPTS_BODY_BYTES = 1_024 * 1_024;

type AskedPack = Partial<AddPromptsMutation['addPrompts']['promptPack']>;

const toPromptsBody = ({ prompts = [], ...pack }: AskedPack): object => ({
  ...pack,
  prompts: prompts.map((prompt) => ({ ...prompt, stage: toWord(prompt.stage) })),
});

/** Always `queued`, even if a worker has already taken the run. */
const toStarted = ({ probeRun }: StartProbeMutation['startProbe']): object => ({
  ...probeRun,
  status: 'queued',
});

type LastScan = NonNullable<NonNullable<BrandQuery['brand']>['lastScan']>;

const toLastScan = ({ measures, ...scan }: LastScan): object =>
  withNumbers(scan, { visibility: measures?.visibility.value });

const toSuggestion = ({ suggestion }: CreateSuggestionMutation['createSuggestion']): object => {
  const { expectedLift, factClaims, ...rest } = suggestion;
  const { confidence, delta, ...lift } = expectedLift;
  const known = confidence === 'NONE' ? null : delta;
  // Omitted when the wiki does not cover the claim.
  const claims = factClaims.map(({ agreement, ...claim }) => ({
    ...claim,
    ...(agreement && { agreement: toWord(agreement) }),
  }));
  return {
    ...rest,
    factClaims: claims,
    expectedLift: withNumbers({ ...lift, confidence: toWord(confidence) }, { delta: known }),
  };
};

/** The endpoints of document 2; their aliases are its current paths (docs/contract.md). */
export const v1Routes: readonly Route[] = [
  get('/api/v1/health', {
    operation: healthOperation,
    auth: 'none',
    status: statusOf,
    cacheSec: 30,
    toBody: withStatus,
  }),
  get('/api/v1/brands', {
    aliases: ['/api/brands'],
    operation: brandsOperation,
    toBody: ({ nodes }) => ({ brands: nodes, persisted: true, authed: true }),
  }),
  post('/api/v1/brands', {
    aliases: ['/api/brands'],
    operation: createBrandOperation,
    status: 201,
    largestBodyBytes: PROMPTS_BODY_BYTES,
    toVariables: ({ aliases, competitors, prompts, ...body }) => ({
      ...body,
      aliases: asObjects(aliases, 'text'),
      competitors: asObjects(competitors, 'name'),
      prompts: asObjects(prompts, 'text'),
    }),
    errors: ['UPGRADE_NEEDED'],
    toBody: ({ brand }) => ({ brand, persisted: true }),
  }),
  get('/api/v1/brands/:id', {
    summary: 'A brand of the account, with its latest completed probe.',
    aliases: ['/api/brands/:id'],
    operation: brandOperation,
    toBody: ({ lastScan, ...brand }) => ({ brand, lastScan: lastScan && toLastScan(lastScan) }),
  }),
  get('/api/v1/brands/:id/prompts', {
    summary: 'Prompts that runs of a brand ask by default, oldest first.',
    stability: 'beta',
    operation: brandPromptsOperation,
    toBody: ({ brandId, promptPack }) => toPromptsBody({ ...promptPack, brandId }),
  }),
  post('/api/v1/brands/:id/prompts', {
    stability: 'beta',
    operation: addPromptsOperation,
    status: 201,
    largestBodyBytes: PROMPTS_BODY_BYTES,
    errors: ['CONFLICT'],
    toVariables: ({ id, prompts }) => ({ brandId: id, prompts: asObjects(prompts, 'text') }),
    toBody: ({ added, promptPack }) => ({ added, ...toPromptsBody(promptPack) }),
  }),
  post('/api/v1/probes', {
    stability: 'beta',
    operation: startProbeOperation,
    status: 202,
    toBody: toStarted,
  }),
  post('/api/brands/:id/scan', {
    successor: '/api/v1/probes',
    operation: startProbeOperation,
    status: 202,
    toVariables: ({ id, ...body }) => ({ ...body, brandId: id }),
    toBody: toStarted,
  }),
  get('/api/v1/probes/:id', {
    stability: 'beta',
    operation: probeOperation,
    toBody: toProbeBody,
  }),
  get('/api/runs/:id', {
    successor: '/api/v1/probes/:id',
    operation: runOperation,
    auth: 'none',
    // Needs no credential, but a key without the scope read is rejected.
    errors: ['FORBIDDEN'],
    toBody: toRunBody,
    kinds: [
      { __typename: 'ProbeRun' },
      { __typename: 'CheckRun', kind: 'SCAN' },
      { __typename: 'CheckRun', kind: 'QUERY' },
    ],
  }),
  get('/api/v1/citations', { stability: 'beta', operation: citationsOperation }),
  get('/api/knowledge/citation-attribution/daily', {
    successor: '/api/v1/citations',
    operation: citationsByDayOperation,
  }),
  get('/api/v1/sentinel/incidents', {
    stability: 'beta',
    operation: incidentsOperation,
    toBody: ({ incidents, total }) => ({ incidents: incidents.map(toIncident), total }),
  }),
  get('/api/v1/picker', { stability: 'beta', operation: pickerOperation }),
  get('/api/brands/:id/picker', {
    successor: '/api/v1/picker?brandId=:id',
    operation: pickerOperation,
    toVariables: ({ id, ...query }) => ({ ...query, brandId: id }),
  }),
  get('/api/v1/authority', {
    stability: 'beta',
    operation: authorityOperation,
    toBody: toAuthorityBody,
  }),
  get('/api/brands/:id/geo-score', {
    successor: '/api/v1/authority?brandId=:id',
    aliases: ['/api/brands/:id/eeat-score'],
    operation: authorityOperation,
    toVariables: ({ id, ...query }) => ({ ...query, brandId: id }),
    toBody: toAuthorityBody,
  }),
  post('/api/v1/suggest', {
    stability: 'beta',
    aliases: ['/api/restaurant/aeo-suggest'],
    operation: createSuggestionOperation,
    errors: ['ENGINE_UNAVAILABLE'],
    toBody: toSuggestion,
  }),
  post('/api/admin/aeo/generate', {
    successor: '/api/v1/suggest',
    operation: createSuggestionOperation,
    errors: ['ENGINE_UNAVAILABLE'],
    scope: 'admin',
    toBody: toSuggestion,
  }),
  post('/api/v1/webhooks', {
    stability: 'roadmap',
    operation: createWebhookOperation,
    scope: 'admin',
    status: 201,
    isOpen: ({ deps }) => deps.config.roadmapWebhooks,
    errors: ['ROADMAP'],
    toBody: ({ webhookEndpoint, secret }) => ({ ...webhookEndpoint, secret }),
  }),
];
