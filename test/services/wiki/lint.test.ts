import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deleteBrand } from '../../../src/services/brands/brand.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { removeBrand } from '../../../src/services/brands/remove-brand.js';
import { lintRewrite } from '../../../src/services/rewrites/lint-rewrite.js';
import { listLintIssues } from '../../../src/services/wiki/lint-issue.js';
import { createWikiPage, deleteWikiPage } from '../../../src/services/wiki/wiki.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createTenant, makeBrand, ownerOf } from '../../helpers/records/probe.js';
import { eventsOf, FASTER, issuesOf, makeWiki, rewrite, START } from './fixture.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
});
afterAll(() => app.dispose());

test('an issue is told once, however often its page is read and whatever is edited around it', async () => {
  const { tenant, brandId, read, write, edit } = await makeWiki(app);
  const page = await write(`${START}\n\n${FASTER}`);
  const [issue] = await issuesOf(app, tenant);
  expect(issue).toMatchObject({
    target_id: page.id,
    rule: 'unsourced-number',
    start_offset: START.length + 2,
    closed_at: null,
  });
  const told = {
    issueId: issue?.id,
    targetType: 'wiki_page',
    targetId: page.id,
    rule: 'unsourced-number',
    severity: 'medium',
    message: 'The number “40%” has no source.',
  };
  await read();
  await edit(page.id, `${START}\n\nTeams like it.\n\n${FASTER}`);
  expect(await issuesOf(app, tenant)).toEqual([{ ...issue, start_offset: START.length + 18 }]);
  expect(await eventsOf(app, tenant)).toEqual([{ brand_id: brandId, data: told }]);
});

test('what is mended is closed, and what comes back opens anew', async () => {
  const { tenant, write, edit } = await makeWiki(app);
  const page = await write(`${START}\n\n${FASTER}`);
  await edit(page.id, START);
  expect(await issuesOf(app, tenant)).toMatchObject([{ closed_at: expect.any(Date) }]);
  await edit(page.id, `${START}\n\n${FASTER}`);
  const issues = await issuesOf(app, tenant);
  expect(issues.map(({ closed_at }) => closed_at === null)).toEqual([false, true]);
  expect((await eventsOf(app, tenant)).map(({ data }) => data.issueId)).toEqual(
    issues.map(({ id }) => id),
  );
});

test('pages contradict each other until one of them is mended or gone', async () => {
  const { tenant, read, write, edit } = await makeWiki(app);
  const old = await write(`${START} It was founded in 1999.`, 'History');
  const young = await write(`${START}\n\nAcme was founded in 2001.`, 'About');
  const open = async () =>
    (await issuesOf(app, tenant)).filter(({ closed_at }) => closed_at === null);
  expect(await open()).toMatchObject([{ target_id: young.id, rule: 'contradicting-facts' }]);
  // The page that is told is not the one that is edited.
  await edit(old.id, `${START} It was founded in 2001.`);
  expect(await open()).toEqual([]);
  await edit(old.id, `${START} It was founded in 1998.`);
  expect(await open()).toHaveLength(1);
  await deleteWikiPage(app.deps, tenant, old.id);
  await read();
  expect(await open()).toEqual([]);
  expect(await eventsOf(app, tenant)).toHaveLength(2);
});

test('what structured data names its fields by does not hinder its page from being read', async () => {
  const { tenant, write } = await makeWiki(app);
  const names = ['\\u0000', '\\ud800', 'x'.repeat(30_000)];
  const code = JSON.stringify({ '@type': 'A', FIELD: { a: 1 } });
  for (const name of names)
    await write(`${START}\n\n\`\`\`json\n${code.replace('FIELD', () => name)}\n\`\`\``);
  const told = (await eventsOf(app, tenant)).map(({ data }) => data.message ?? '');
  expect(told).toContain('Broken JSON-LD: document.\uFFFD has no @type.');
  expect(Math.max(...told.map((message) => message.length))).toBe(500);
});

test('a page that is deleted has no open issues', async () => {
  const { tenant, read, write } = await makeWiki(app);
  const page = await write('Who knows?');
  expect(await issuesOf(app, tenant)).toMatchObject([
    { rule: 'no-direct-answer', closed_at: null },
  ]);
  await deleteWikiPage(app.deps, tenant, page.id);
  await read();
  expect(await issuesOf(app, tenant)).toMatchObject([{ closed_at: expect.any(Date) }]);
});

test('readers at the same time open an issue once', async () => {
  const { tenant, brandId, read } = await makeWiki(app);
  const input = { brandId, title: 'Facts', body: `${START}\n\n${FASTER}` };
  await createWikiPage(app.deps, ownerOf(tenant), input, null);
  await Promise.all([1, 2, 3, 4].map(() => read()));
  expect(await issuesOf(app, tenant)).toHaveLength(1);
  expect(await eventsOf(app, tenant)).toHaveLength(1);
});

test('a rewrite is told of to the brand of its name, however it is written', async () => {
  const tenant = await createTenant(app);
  const { id: brandId } = await makeBrand(app, tenant);
  const { id } = await rewrite(app, tenant, 'ACME');
  await lintRewrite(app.deps, tenant, id);
  const issues = await issuesOf(app, tenant);
  expect(issues).toMatchObject([{ target_id: id, rule: 'unsourced-number' }]);
  await lintRewrite(app.deps, tenant, id);
  expect(await issuesOf(app, tenant)).toEqual(issues);
  const data = { issueId: issues[0]?.id, targetType: 'rewrite', targetId: id };
  expect(await eventsOf(app, tenant)).toMatchObject([{ brand_id: brandId, data }]);
});

test('of two brands of one name the one that it is for is told, whatever it is called by then', async () => {
  const tenant = await createTenant(app);
  const first = await makeBrand(app, tenant);
  const second = await makeBrand(app, tenant);
  const batched = await rewrite(app, tenant, 'Acme', second.id);
  const named = await rewrite(app, tenant, 'Acme');
  for (const { id } of [first, second]) await updateBrand(app.deps, tenant, id, { name: 'Apex' });
  for (const { id } of [batched, named]) await lintRewrite(app.deps, tenant, id);
  expect(await eventsOf(app, tenant)).toMatchObject([
    { brand_id: second.id, data: { targetId: batched.id } },
    { brand_id: first.id, data: { targetId: named.id } },
  ]);
  const { rows } = await listLintIssues(
    app.deps,
    tenant,
    { first: 10, after: null },
    second.id,
    'open',
  );
  expect(rows).toMatchObject([{ targetId: batched.id, brandId: second.id }]);
  // What it is for may be gone before it is read.
  const late = await rewrite(app, tenant, 'Apex', second.id);
  await deleteBrand(app.deps, tenant, second.id);
  await removeBrand(app.deps, tenant, second.id);
  await lintRewrite(app.deps, tenant, late.id);
  expect(await eventsOf(app, tenant)).toHaveLength(1);
});

test('a rewrite of another name has its issues and no event', async () => {
  const tenant = await createTenant(app);
  await makeBrand(app, tenant);
  const { id } = await rewrite(app, tenant, 'Globex');
  await lintRewrite(app.deps, tenant, id);
  expect(await issuesOf(app, tenant)).toHaveLength(1);
  expect(await eventsOf(app, tenant)).toEqual([]);
});
