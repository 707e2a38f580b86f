import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { lintRewrite } from '../../src/services/lint-rewrite.js';
import { lintWikiPage } from '../../src/services/lint-wiki.js';
import { checkRewrite } from '../../src/services/new-rewrite.js';
import { rewriteCopy } from '../../src/services/rewrite-copy.js';
import { createWikiPage, deleteWikiPage, updateWikiPage } from '../../src/services/wiki.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { createTenant, makeBrand, ownerOf, type Tenant } from '../helpers/probe.js';
import { sql } from '../helpers/sql.js';
import { until } from '../helpers/until.js';

let app: TestApp;
const START = 'Acme is a CRM for small teams.';
const FASTER = 'It makes sales 40% faster.';

interface StoredIssue {
  id: string;
  target_id: string;
  rule: string;
  start_offset: number;
  closed_at: Date | null;
}

const issuesOf = (tenant: Tenant) =>
  sql<StoredIssue>(
    app.databaseUrl,
    'select id, target_id, rule, start_offset, closed_at from lint_issue where account_id = $1 order by id',
    [tenant.accountId],
  );
const eventsOf = (tenant: Tenant) =>
  sql<{ brand_id: string; data: Record<string, string> }>(
    app.databaseUrl,
    `select brand_id, data from outbox where account_id = $1 and event = 'lint.issue.detected' order by id`,
    [tenant.accountId],
  );

/** A brand whose pages are read at once, as its worker would. */
async function makeWiki() {
  const tenant = await createTenant(app);
  const { id: brandId } = await makeBrand(app, tenant);
  const read = (pageId: string) => lintWikiPage(app.deps, tenant, { brandId, pageId });
  const write = async (body: string, title = 'Facts') => {
    const page = await createWikiPage(app.deps, ownerOf(tenant), { brandId, title, body }, null);
    await read(page.id);
    return page;
  };
  const edit = async (id: string, body: string) => {
    await updateWikiPage(app.deps, ownerOf(tenant), id, { body });
    await read(id);
  };
  return { tenant, brandId, read, write, edit };
}

const rewrite = (tenant: Tenant, brand: string) =>
  rewriteCopy(
    app.deps,
    ownerOf(tenant),
    checkRewrite({ brand, text: `${brand} sells CRM software. ${FASTER}` }),
    {
      idempotencyKey: null,
    },
  );

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
});
afterAll(() => app.dispose());

test('an issue is told once, however often its page is read and whatever is edited around it', async () => {
  const { tenant, brandId, read, write, edit } = await makeWiki();
  const page = await write(`${START}\n\n${FASTER}`);
  const [issue] = await issuesOf(tenant);
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
  await read(page.id);
  await edit(page.id, `${START}\n\nTeams like it.\n\n${FASTER}`);
  expect(await issuesOf(tenant)).toEqual([{ ...issue, start_offset: START.length + 18 }]);
  expect(await eventsOf(tenant)).toEqual([{ brand_id: brandId, data: told }]);
});

test('what is mended is closed, and what comes back opens anew', async () => {
  const { tenant, write, edit } = await makeWiki();
  const page = await write(`${START}\n\n${FASTER}`);
  await edit(page.id, START);
  expect(await issuesOf(tenant)).toMatchObject([{ closed_at: expect.any(Date) }]);
  await edit(page.id, `${START}\n\n${FASTER}`);
  const issues = await issuesOf(tenant);
  expect(issues.map(({ closed_at }) => closed_at === null)).toEqual([false, true]);
  expect((await eventsOf(tenant)).map(({ data }) => data.issueId)).toEqual(
    issues.map(({ id }) => id),
  );
});

test('pages contradict each other until one of them is mended or gone', async () => {
  const { tenant, read, write, edit } = await makeWiki();
  const old = await write(`${START} It was founded in 1999.`, 'History');
  const young = await write(`${START}\n\nAcme was founded in 2001.`, 'About');
  const open = async () => (await issuesOf(tenant)).filter(({ closed_at }) => closed_at === null);
  expect(await open()).toMatchObject([{ target_id: young.id, rule: 'contradicting-facts' }]);
  // The page that is told is not the one that is edited.
  await edit(old.id, `${START} It was founded in 2001.`);
  expect(await open()).toEqual([]);
  await edit(old.id, `${START} It was founded in 1998.`);
  expect(await open()).toHaveLength(1);
  await deleteWikiPage(app.deps, tenant, old.id);
  await read(old.id);
  expect(await open()).toEqual([]);
  expect(await eventsOf(tenant)).toHaveLength(2);
});

test('what structured data names its fields by does not hinder its page from being read', async () => {
  const { tenant, write } = await makeWiki();
  const names = ['\\u0000', '\\ud800', 'x'.repeat(30_000)];
  const code = JSON.stringify({ '@type': 'A', FIELD: { a: 1 } });
  for (const name of names)
    await write(`${START}\n\n\`\`\`json\n${code.replace('FIELD', () => name)}\n\`\`\``);
  const told = (await eventsOf(tenant)).map(({ data }) => data.message ?? '');
  expect(told).toContain('Broken JSON-LD: document.\uFFFD has no @type.');
  expect(Math.max(...told.map((message) => message.length))).toBe(500);
});

test('a page that is deleted has no open issues', async () => {
  const { tenant, read, write } = await makeWiki();
  const page = await write('Who knows?');
  expect(await issuesOf(tenant)).toMatchObject([{ rule: 'no-direct-answer', closed_at: null }]);
  await deleteWikiPage(app.deps, tenant, page.id);
  await read(page.id);
  expect(await issuesOf(tenant)).toMatchObject([{ closed_at: expect.any(Date) }]);
});

test('readers at the same time open an issue once', async () => {
  const { tenant, brandId, read } = await makeWiki();
  const input = { brandId, title: 'Facts', body: `${START}\n\n${FASTER}` };
  const page = await createWikiPage(app.deps, ownerOf(tenant), input, null);
  await Promise.all([1, 2, 3, 4].map(() => read(page.id)));
  expect(await issuesOf(tenant)).toHaveLength(1);
  expect(await eventsOf(tenant)).toHaveLength(1);
});

test('a rewrite is told of to the brand of its name, however it is written', async () => {
  const tenant = await createTenant(app);
  const { id: brandId } = await makeBrand(app, tenant);
  const { id } = await rewrite(tenant, 'ACME');
  await lintRewrite(app.deps, tenant, id);
  const issues = await issuesOf(tenant);
  expect(issues).toMatchObject([{ target_id: id, rule: 'unsourced-number' }]);
  await lintRewrite(app.deps, tenant, id);
  expect(await issuesOf(tenant)).toEqual(issues);
  const data = { issueId: issues[0]?.id, targetType: 'rewrite', targetId: id };
  expect(await eventsOf(tenant)).toMatchObject([{ brand_id: brandId, data }]);
});

test('a rewrite of another name has its issues and no event', async () => {
  const tenant = await createTenant(app);
  await makeBrand(app, tenant);
  const { id } = await rewrite(tenant, 'Globex');
  await lintRewrite(app.deps, tenant, id);
  expect(await issuesOf(tenant)).toHaveLength(1);
  expect(await eventsOf(tenant)).toEqual([]);
});

test('writing a page and completing a rewrite leave their jobs with the fact', async () => {
  const { tenant, write } = await makeWiki();
  const page = await write(START);
  await deleteWikiPage(app.deps, tenant, page.id);
  const { id } = await rewrite(tenant, 'Acme');
  const jobs = await sql<{ name: string; data: Record<string, string> }>(
    app.databaseUrl,
    `select name, data from pgboss.job where data->>'accountId' = $1 order by created_on`,
    [tenant.accountId],
  );
  expect(jobs.map(({ name, data }) => [name, data.pageId ?? data.rewriteId])).toEqual([
    ['wiki-lint', page.id],
    ['wiki-lint', page.id],
    ['rewrite-lint', id],
  ]);
});

test('a worker reads what was written', async () => {
  const tenant = await createTenant(app);
  const { id: brandId } = await makeBrand(app, tenant);
  const worker = await startApp({ ROLE: 'worker' }, { databaseUrl: app.databaseUrl });
  try {
    const input = { brandId, title: 'Facts', body: FASTER };
    await createWikiPage(app.deps, ownerOf(tenant), input, null);
    await rewrite(tenant, 'Acme');
    await until(async () => (await eventsOf(tenant)).length === 3, 20_000);
    expect((await eventsOf(tenant)).map(({ data }) => data.rule).sort()).toEqual([
      'no-direct-answer',
      'unsourced-number',
      'unsourced-number',
    ]);
  } finally {
    await worker.dispose();
  }
});
