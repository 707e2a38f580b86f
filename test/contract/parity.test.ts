import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { print } from 'graphql';
import { prepareRoutes } from '../../rest/prepare.js';
import { routes } from '../../rest/routes.js';
import { createSchema } from '../../src/graphql/build-schema.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';
import { listPathIds } from '../helpers/client/rest-ids.js';
import { createMeasured, type Measured } from '../helpers/records/measured.js';

/** Each REST path and its operation through `/graphql` give the same data. */

let app: TestApp;
let measured: Measured;

beforeAll(async () => {
  app = await startApp({ ROADMAP_WEBHOOKS: 'on' });
  measured = await createMeasured(app);
});

afterAll(() => app.dispose());

/** Requests that need more than the id of the brand, by the name of their operation. */
const REQUESTS: Record<
  string,
  () => { id?: string; query?: Record<string, string>; body?: object }
> = {
  CreateBrand: () => ({
    body: { name: 'Parity', category: 'twins', website: 'https://twin.example' },
  }),
  AddPrompts: () => ({
    id: measured.brandId,
    body: { prompts: ['Which twin?', { text: 'Welcher Zwilling?', language: 'de' }] },
  }),
  StartProbe: () => ({
    id: measured.brandId,
    body: { brandId: measured.brandId, platforms: ['grok'] },
  }),
  Probe: () => ({ id: measured.runId }),
  RunScan: () => ({
    body: { brand_name: 'Parity', industry: 'twins', competitors: ['Twinset'] },
  }),
  RunQuery: () => ({ query: { mode: 'all' }, body: { brand: 'Parity', category: 'twins' } }),
  CheckRuns: () => ({ query: { kind: 'scan', limit: '5' } }),
  Run: () => ({ id: measured.runId }),
  Rewrite: () => ({
    body: { text: 'Parity is a twin. It weighs 3 kg.', brand: 'Parity', audience: 'twins' },
  }),
  CreateSuggestion: () => ({
    body: { brandId: measured.brandId, content: 'Zephyrine weighs 240 grams.', intent: 'how-to' },
  }),
  CreateWebhook: () => ({
    body: { url: 'https://192.0.1.1/hook', events: ['uplift.measured'], description: 'twin' },
  }),
  Citations: () => ({ query: { brandId: measured.brandId, days: '30', platform: 'grok' } }),
  VisibilityTimeseries: () => ({ query: { brand_id: measured.brandId, days: '90' } }),
  PromptsBreakdown: () => ({ query: { brand_id: measured.brandId, days: '7' } }),
  PromptsAida: () => ({ query: { brand_id: measured.brandId, days: '1' } }),
  CompareBrands: () => ({ query: { days: '7' } }),
  Incidents: () => ({ query: { brandId: measured.brandId, severity: 'high' } }),
};

const idsByPath = new Map(listPathIds().map(({ key, ids }) => [key, ids]));

/** The brand, wherever the path takes it. */
function ofBrand(path: string): { id?: string; query?: Record<string, string>; body?: object } {
  const names = Object.keys(idsByPath.get(`GET ${path}`) ?? {});
  const query = names.filter((name) => name !== 'id').map((name) => [name, measured.brandId]);
  return { id: measured.brandId, query: Object.fromEntries(query) };
}

const prepared = prepareRoutes({
  routes,
  documents: [],
  schema: createSchema(),
  compile: (_document, name) => () => ({ data: { name } }),
});

const cases = routes.flatMap((row, at) => {
  const route = prepared[at]!;
  const { data } = route.run({}, {} as never) as { data: { name: string } };
  return route.paths.map((path) => [row.method, path, data.name, row, route] as const);
});

test.each(cases)('%s %s and %s', async (method, path, name, row, route) => {
  const { id, query = {}, body } = REQUESTS[name]?.() ?? ofBrand(path);
  // Under one key both doors answer for the same record.
  const headers = { 'idempotency-key': `parity ${path}`.replaceAll(' ', '-') };
  const options = { key: measured.account.key, headers };
  const url = `${path.replace(':id', id ?? '')}?${new URLSearchParams(query)}`;
  const rest = await call(app.url, method, url, { ...options, body });
  expect(rest.status).toBeLessThan(300);

  const sources = { params: path.includes(':id') ? { id } : {}, query, body: { ...body } };
  const variables = route.readVariables(sources);
  const asked = { query: print(row.operation), operationName: name, variables };
  // Often enough that the compiled form answers as well.
  for (let times = 0; times < 4; times += 1) {
    const graphql = await call(app.url, 'POST', '/graphql', { ...options, body: asked });
    const { data, errors } = graphql.json<{ data: Record<string, never>; errors?: unknown }>();
    expect(errors).toBeUndefined();
    const root = Object.values(data)[0]!;
    const shown = JSON.parse(JSON.stringify(row.toBody?.(root) ?? root));
    expect(rest.json()).toEqual({
      ...shown,
      ...('scoredAt' in shown && { scoredAt: expect.any(String) }),
      // Shown by the first of the two, and by no other.
      ...('secret' in shown && { secret: expect.stringMatching(/^whsec_/) }),
    });
  }
});
