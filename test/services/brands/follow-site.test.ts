import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Tenant } from '../../../src/deps.js';
import { createUrlReader } from '../../../src/net/read-url.js';
import { readAuthority } from '../../../src/services/authority/authority.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { createBrand } from '../../../src/services/brands/new-brand.js';
import { loadSitePages, readBrandSite } from '../../../src/services/site/page.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createTenant, ownerOf } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';
import { until } from '../../helpers/run/until.js';

/** A brand's site on this machine, and workers that read it. */

const PAGES: Record<string, string> = {
  '/': '<h1>Acme</h1><p>Read our case study.</p><a href="/about">About</a><a href="/privacy">Privacy</a>',
  '/about': '<h1>About Acme</h1><p>Two friends founded it in May 2009.</p>',
  '/privacy': '<h1>Privacy</h1><p>We keep what we need for 30 days.</p>',
};
// A real engine is set up and never asked: what belongs to the sandbox has a sandbox site.
const LIVE = { CHATGPT_API_KEY: 'sk-none' };
let server: Server;
let origin: string;
let reader: ReturnType<typeof createUrlReader>;
let app: TestApp;
let tenant: Tenant;
let asked: string[];

beforeAll(async () => {
  server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    const page = PAGES[url];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  reader = createUrlReader({ allowedHosts: [`127.0.0.1:${port}`], resolveHost: async () => [] });
  app = await startApp({ ...LIVE, ROLE: 'web' });
});
beforeEach(async () => {
  asked = [];
  tenant = await createTenant(app, { environment: 'live' });
});
afterEach(() => sql(app.databaseUrl, `delete from pgboss.job where name = 'site-read'`, []));
afterAll(async () => {
  await app.dispose();
  await reader.dispose();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const make = (website: string | null, place = tenant, at = app) =>
  createBrand(at.deps, ownerOf(place), { name: 'Acme', category: 'CRM', website }, null);
const jobs = (brandId: string) =>
  sql<{ waits: boolean }>(
    app.databaseUrl,
    `select start_after > created_on as waits from pgboss.job where name = 'site-read' and data->>'brandId' = $1 order by created_on, start_after`,
    [brandId],
  );
const pages = async (brandId: string) => (await loadSitePages(app.deps, tenant, [brandId])).length;
const subscores = async (brandId: string) => {
  const { trustworthiness, expertise } = (await readAuthority(app.deps, tenant, brandId)).subscores;
  return { trustworthiness, expertise };
};

test('a worker reads the site of a new brand at once, and its pages have scores', async () => {
  const live = await startApp(LIVE, { databaseUrl: app.databaseUrl, readUrl: reader.read });
  try {
    const { id } = await make(`${origin}/`, tenant, live);
    await until(async () => (await pages(id)) === 3, 30_000);
    expect((await subscores(id)).trustworthiness.coverage).toBeGreaterThan(0);
    expect(asked[0]).toBe('/robots.txt');
    // A move takes the old pages away before the new ones are known.
    await updateBrand(live.deps, tenant, id, {
      website: 'https://acme.example/',
      ownedDomains: [],
    });
    expect(await pages(id)).toBe(0);
  } finally {
    await live.dispose();
  }
});

test('what was read of a site that the brand has left is not kept', async () => {
  const never = new AbortController().signal;
  const { id } = await make(`${origin}/`);
  const deps = {
    ...app.deps,
    async readUrl(...args: Parameters<typeof reader.read>) {
      await updateBrand(app.deps, tenant, id, { website: null, ownedDomains: [] });
      return reader.read(...args);
    },
  };
  await readBrandSite(deps, tenant, id, never);
  expect(asked).toContain('/about');
  expect(await pages(id)).toBe(0);
});

test('what changes within a minute is read once more', async () => {
  const { id } = await make('https://acme.com/');
  for (const name of ['a', 'b', 'c', 'd'])
    await updateBrand(app.deps, tenant, id, { website: `https://${name}.acme.com/` });
  const found = await jobs(id);
  // A minute may end between two of them.
  expect(found.length).toBeGreaterThanOrEqual(2);
  expect(found.length).toBeLessThanOrEqual(3);
  expect(found[0]).toEqual({ waits: false });
  expect(found.at(-1)).toEqual({ waits: true });
});

test('only a site that has changed is read', async () => {
  const { id } = await make(null);
  expect(await jobs(id)).toEqual([]);
  await updateBrand(app.deps, tenant, id, { name: 'Acme Corp', category: 'CRM software' });
  await updateBrand(app.deps, tenant, id, { website: null, ownedDomains: [] });
  expect(await jobs(id)).toEqual([]);
  await updateBrand(app.deps, tenant, id, { ownedDomains: ['acme.com'] });
  expect(await jobs(id)).toHaveLength(1);
  await updateBrand(app.deps, tenant, id, { ownedDomains: ['acme.com'], name: 'Acme' });
  expect(await jobs(id)).toHaveLength(1);
});

test('a place more keeps the pages that are known, and one less forgets them', async () => {
  const { id } = await make('https://acme.com/');
  await sql(
    app.databaseUrl,
    `insert into site_page (account_id, environment, brand_id, url, evidence, read_at) values ($1, 'live', $2, 'https://acme.com/', '{}', now())`,
    [tenant.accountId, id],
  );
  await updateBrand(app.deps, tenant, id, { ownedDomains: ['acme.com', 'acme.org'] });
  expect(await pages(id)).toBe(1);
  await updateBrand(app.deps, tenant, id, { ownedDomains: ['acme.org'] });
  expect(await pages(id)).toBe(0);
});

test('the sandbox reads nobody’s site', async () => {
  const place = await createTenant(app, { environment: 'test' });
  const { id } = await make('https://acme.com/', place);
  await updateBrand(app.deps, place, id, { website: 'https://acme.org/' });
  expect(await jobs(id)).toEqual([]);
});

test('a brand that could not be made leaves no job', async () => {
  const full = await createTenant(app, { environment: 'live', limits: { brands: 0 } });
  await expect(make('https://acme.com/', full)).rejects.toThrow('upgrade');
  expect(
    await sql(app.databaseUrl, `select 1 from pgboss.job where data->>'accountId' = $1`, [
      full.accountId,
    ]),
  ).toEqual([]);
});
