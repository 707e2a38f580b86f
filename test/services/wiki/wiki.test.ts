import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deleteBrand } from '../../../src/services/brands/brand.js';
import {
  countWikiPages,
  createWikiPage,
  deleteWikiPage,
  findWikiPage,
  listWikiPages,
  loadWikiVersions,
  updateWikiPage,
} from '../../../src/services/wiki/wiki.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createTenant, makeBrand, ownerOf, type Tenant } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

const NEWEST = { first: 10, after: null };
let app: TestApp;
let tenant: Tenant;
let brandId: string;

const create = (
  fields: { title?: string; body?: string; brandId?: string } = {},
  key: string | null = null,
) =>
  createWikiPage(
    app.deps,
    ownerOf(tenant),
    { brandId, title: 'Facts', body: '# Acme\n\nFounded 1999.', ...fields },
    key,
  );
const events = (pageId: string) =>
  sql<{ event: string; brand_id: string; data: Record<string, unknown> }>(
    app.databaseUrl,
    `select event, brand_id, data from outbox where data->>'pageId' = $1 order by id`,
    [pageId],
  );

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  tenant = await createTenant(app);
  ({ id: brandId } = await makeBrand(app, tenant));
});
afterAll(() => app.dispose());

test('a page, its versions and their events come to be together', async () => {
  const page = await create();
  expect(page).toMatchObject({ brandId, title: 'Facts', version: 1 });
  const changed = await updateWikiPage(app.deps, ownerOf(tenant), page.id, {
    body: 'Founded 2001.',
  });
  expect(changed).toMatchObject({ title: 'Facts', body: 'Founded 2001.', version: 2 });
  expect(await findWikiPage(app.deps, tenant, page.id)).toEqual(changed);
  const versions = await loadWikiVersions(app.deps, tenant, [page.id], NEWEST);
  expect(versions.map(({ version, body }) => [version, body])).toEqual([
    [2, 'Founded 2001.'],
    [1, '# Acme\n\nFounded 1999.'],
  ]);
  const told = { pageId: page.id, title: 'Facts' };
  expect(await events(page.id)).toEqual([
    {
      event: 'wiki.page.created',
      brand_id: brandId,
      data: { ...told, version: 1, updatedAt: page.updatedAt.toISOString() },
    },
    {
      event: 'wiki.page.updated',
      brand_id: brandId,
      data: { ...told, version: 2, updatedAt: changed.updatedAt.toISOString() },
    },
  ]);
});

test('what changes nothing makes no version and no event', async () => {
  const page = await create();
  const same = await updateWikiPage(app.deps, ownerOf(tenant), page.id, {
    title: page.title,
    body: null,
  });
  expect(same.version).toBe(1);
  expect(await events(page.id)).toHaveLength(1);
});

test('of two who edit the same version one is told so, and nobody’s words are lost', async () => {
  const page = await create();
  const edits = ['mine', 'yours'].map((body) =>
    updateWikiPage(app.deps, ownerOf(tenant), page.id, { body, version: 1 }),
  );
  const outcomes = await Promise.allSettled(edits);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'CONFLICT' },
  });
  expect((await findWikiPage(app.deps, tenant, page.id)).version).toBe(2);
  // Those who name no version come one after the other.
  await Promise.all(
    ['a', 'b', 'c'].map((body) => updateWikiPage(app.deps, ownerOf(tenant), page.id, { body })),
  );
  expect(
    (await loadWikiVersions(app.deps, tenant, [page.id], NEWEST)).map(({ version }) => version),
  ).toEqual([5, 4, 3, 2, 1]);
});

test.each([
  ['title', { title: '' }],
  ['title', { title: 'x'.repeat(201) }],
  ['body', { body: ' ' }],
  ['body', { body: 'a\u0000b' }],
  ['body', { body: '\ud800' }],
  ['body', { body: '界'.repeat(22_000) }],
])('%s is refused by name', async (field, fields) =>
  expect(create(fields)).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field } }),
);

test('64 KiB fit', async () => {
  expect((await create({ body: 'x'.repeat(65_536) })).body).toHaveLength(65_536);
  await expect(create({ body: 'x'.repeat(65_537) })).rejects.toMatchObject({
    details: { field: 'body' },
  });
});

test('a body stays as it is given, and a title is trimmed', async () => {
  const body = '    let it = 40;\n\nAcme is a CRM.  \n\n';
  const page = await create({ title: ' Facts ', body });
  expect(page).toMatchObject({ title: 'Facts', body });
  const changed = await updateWikiPage(app.deps, ownerOf(tenant), page.id, { body: `\n${body}` });
  expect(changed).toMatchObject({ body: `\n${body}`, version: 2 });
  await expect(create({ body: `${'x'.repeat(65_536)}\n` })).rejects.toMatchObject({
    details: { field: 'body' },
  });
});

test('the same request twice makes one page', async () => {
  const [one, other] = [await create({}, 'k1'), await create({}, 'k1')];
  expect(other.id).toBe(one.id);
  await expect(create({ title: 'Other' }, 'k1')).rejects.toMatchObject({
    code: 'IDEMPOTENCY_REUSED',
  });
});

test('a list is newest first, a deleted page is gone with its history, and a deleted brand’s pages are not found', async () => {
  const brand = await makeBrand(app, tenant, { name: 'Listed' });
  const pages = [await create({ brandId: brand.id }), await create({ brandId: brand.id })];
  const list = await listWikiPages(app.deps, tenant, { first: 10, after: null }, brand.id);
  expect(list.rows.map(({ id }) => id)).toEqual(pages.map(({ id }) => id).reverse());
  const [first, second] = pages.map(({ id }) => id);
  await deleteWikiPage(app.deps, tenant, first ?? '');
  expect(await loadWikiVersions(app.deps, tenant, [first ?? ''], NEWEST)).toEqual([]);
  expect(await countWikiPages(app.deps, tenant, brand.id)).toBe(1);
  await deleteBrand(app.deps, tenant, brand.id);
  await expect(findWikiPage(app.deps, tenant, second ?? '')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
