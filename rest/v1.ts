import { toWord, withNumbers } from './bodies.js';
import type { BrandQuery, StartProbeMutation } from './generated/graphql.js';
import { brandOperation, brandsOperation, createBrandOperation } from './operations/brand.js';
import { citationsByDayOperation, citationsOperation } from './operations/citation.js';
import { healthOperation } from './operations/health.js';
import { probeOperation, startProbeOperation } from './operations/probe.js';
import { type Route, route } from './route.js';

/** A run is queued on creation, even if a worker is so quick that it reads as running by now. */
const toStarted = ({ probeRun }: StartProbeMutation['startProbe']): object => ({
  ...probeRun,
  status: 'queued',
});

type LastScan = NonNullable<NonNullable<BrandQuery['brand']>['lastScan']>;

const toLastScan = ({ measures, ...scan }: LastScan): object =>
  withNumbers(scan, { visibility: measures?.visibility.value });

/** Document 2, Endpoints, line for line; the aliases are its Versioning, rule 3. */
export const v1Routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/health',
    operation: healthOperation,
    auth: 'none',
    status: ({ status }) => (status === 'down' ? 503 : 200),
    cacheSec: 30,
  }),
  route({
    method: 'GET',
    path: '/api/v1/brands',
    aliases: ['/api/brands'],
    operation: brandsOperation,
    toBody: ({ nodes }) => ({ brands: nodes, persisted: true, authed: true }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/brands',
    aliases: ['/api/brands'],
    operation: createBrandOperation,
    status: 201,
    toBody: ({ brand }) => ({ brand, persisted: true }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/brands/:id',
    aliases: ['/api/brands/:id'],
    operation: brandOperation,
    toBody: ({ lastScan, ...brand }) => ({ brand, lastScan: lastScan && toLastScan(lastScan) }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/probes',
    operation: startProbeOperation,
    status: 202,
    toBody: toStarted,
  }),
  route({
    method: 'POST',
    path: '/api/brands/:id/scan',
    operation: startProbeOperation,
    status: 202,
    toVariables: ({ id, ...body }) => ({ ...body, brandId: id }),
    toBody: toStarted,
  }),
  route({
    method: 'GET',
    path: '/api/v1/probes/:id',
    aliases: ['/api/runs/:id'],
    operation: probeOperation,
    toBody: ({ results, ...run }) => ({
      ...run,
      status: toWord(run.status),
      results: results.map(({ rank, ...result }) => withNumbers(result, { rank })),
    }),
  }),
  route({ method: 'GET', path: '/api/v1/citations', operation: citationsOperation }),
  route({
    method: 'GET',
    path: '/api/knowledge/citation-attribution/daily',
    operation: citationsByDayOperation,
  }),
];
