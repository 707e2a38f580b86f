import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { deleteBrand } from '../../src/services/brand.js';
import { updateBrand } from '../../src/services/change-brand.js';
import { listLintIssues } from '../../src/services/lint-issue.js';
import { lintRewrite } from '../../src/services/lint-rewrite.js';
import { lintWiki } from '../../src/services/lint-wiki.js';
import { checkRewrite } from '../../src/services/new-rewrite.js';
import { removeBrand } from '../../src/services/remove-brand.js';
import { rewriteCopy } from '../../src/services/rewrite-copy.js';
import { createWikiPage, deleteWikiPage, updateWikiPage } from '../../src/services/wiki.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { createTenant, makeBrand, ownerOf, type Tenant } from '../helpers/probe.js';
import { sql } from '../helpers/sql.js';
import { countStatements } from '../helpers/statements.js';
import { until } from '../helpers/until.js';

let app: TestApp;
const START = 'Acme is a CRM for small teams.';
const FASTER = 'It makes sales 40% faster.';
const FILLER = 'People who sell things want to know whom they met and what was said that day. ';

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
  const read = () => lintWiki(app.deps, tenant, brandId);
  const write = async (body: string, title = 'Facts') => {
    const page = await createWikiPage(app.deps, ownerOf(tenant), { brandId, title, body }, null);
    await read();
    return page;
  };
  const edit = async (id: string, body: string) => {
    await updateWikiPage(app.deps, ownerOf(tenant), id, { body });
    await read();
  };
  return { tenant, brandId, read, write, edit };
}

const rewrite = (tenant: Tenant, brand: string, brandId: string | null = null) =>
  rewriteCopy(
    app.deps,
    { ...ownerOf(tenant), brandId },
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
  await read();
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
  await read();
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
  await read();
  expect(await issuesOf(tenant)).toMatchObject([{ closed_at: expect.any(Date) }]);
});

test('readers at the same time open an issue once', async () => {
  const { tenant, brandId, read } = await makeWiki();
  const input = { brandId, title: 'Facts', body: `${START}\n\n${FASTER}` };
  await createWikiPage(app.deps, ownerOf(tenant), input, null);
  await Promise.all([1, 2, 3, 4].map(() => read()));
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

test('of two brands of one name the one that it is for is told, whatever it is called by then', async () => {
  const tenant = await createTenant(app);
  const first = await makeBrand(app, tenant);
  const second = await makeBrand(app, tenant);
  const batched = await rewrite(tenant, 'Acme', second.id);
  const named = await rewrite(tenant, 'Acme');
  for (const { id } of [first, second]) await updateBrand(app.deps, tenant, id, { name: 'Apex' });
  for (const { id } of [batched, named]) await lintRewrite(app.deps, tenant, id);
  expect(await eventsOf(tenant)).toMatchObject([
    { brand_id: second.id, data: { targetId: batched.id } },
    { brand_id: first.id, data: { targetId: named.id } },
  ]);
  const { rows } = await listLintIssues(app.deps, tenant, second.id, 'open', {
    first: 10,
    after: null,
  });
  expect(rows).toMatchObject([{ targetId: batched.id, brandId: second.id }]);
  // What it is for may be gone before it is read.
  const late = await rewrite(tenant, 'Apex', second.id);
  await deleteBrand(app.deps, tenant, second.id);
  await removeBrand(app.deps, tenant, second.id);
  await lintRewrite(app.deps, tenant, late.id);
  expect(await eventsOf(tenant)).toHaveLength(1);
});

test('a rewrite of another name has its issues and no event', async () => {
  const tenant = await createTenant(app);
  await makeBrand(app, tenant);
  const { id } = await rewrite(tenant, 'Globex');
  await lintRewrite(app.deps, tenant, id);
  expect(await issuesOf(tenant)).toHaveLength(1);
  expect(await eventsOf(tenant)).toEqual([]);
});

test('one look serves all pages that were written before it, and the next finds nothing to do', async () => {
  const { tenant, brandId, read } = await makeWiki();
  const make = (at: number) =>
    createWikiPage(
      app.deps,
      ownerOf(tenant),
      { brandId, title: `Page ${at}`, body: `${START}\n\nSales of kind ${at} rise by 4%.` },
      null,
    );
  const pages = await Promise.all(Array.from({ length: 30 }, (_, at) => make(at)));
  await read();
  const issues = await issuesOf(tenant);
  expect(issues.map(({ target_id }) => target_id).sort()).toEqual(pages.map(({ id }) => id).sort());
  const writing = jest.spyOn(app.deps.db, 'write');
  for (const _ of pages) await read();
  expect(writing).not.toHaveBeenCalled();
  writing.mockRestore();
});

test('pages that change while they are read are left to their own job, and the others are told', async () => {
  const { tenant, brandId, read, write } = await makeWiki();
  await write('Acme was founded in 1999.', 'History');
  const young = await write('Acme was founded in 2001.', 'About');
  const add = (body: string) =>
    createWikiPage(app.deps, ownerOf(tenant), { brandId, title: 'More', body }, null);
  const still = await add(`${START}\n\n${FASTER}`);
  const moving = await add('Who knows?');
  const open = async () =>
    (await issuesOf(tenant))
      .filter(({ closed_at }) => closed_at === null)
      .map(({ target_id, rule }) => [target_id, rule]);
  const contradiction = [young.id, 'contradicting-facts'];
  const { write: keep } = app.deps.db;
  const writing = jest.spyOn(app.deps.db, 'write').mockImplementationOnce(async (scope, work) => {
    await updateWikiPage(app.deps, ownerOf(tenant), moving.id, { body: START });
    await updateWikiPage(app.deps, ownerOf(tenant), young.id, { title: 'About us' });
    return keep.call(app.deps.db, scope, work) as ReturnType<typeof work>;
  });
  await read();
  writing.mockRestore();
  expect(await open()).toEqual([contradiction, [still.id, 'unsourced-number']]);
  await read();
  expect(await open()).toEqual([contradiction, [still.id, 'unsourced-number']]);
  expect(await eventsOf(tenant)).toHaveLength(2);
});

test('a change of one page reads that page, however many large ones stand beside it', async () => {
  const { tenant, brandId, read, write } = await makeWiki();
  const filler = (at: number) =>
    `${FILLER.repeat(400)}\n\nAcme’s plan called ${'x'.repeat(at + 1)} costs $1.\n\n`;
  const add = (at: number) =>
    createWikiPage(
      app.deps,
      ownerOf(tenant),
      { brandId, title: `Page ${at}`, body: `${START}\n\n${filler(at)}` },
      null,
    );
  const large = await Promise.all(Array.from({ length: 12 }, (_, at) => add(at)));
  await read();
  const page = await write(`${START} Acme was founded in 1999.`);
  const reading = jest.spyOn(app.deps.reader, 'read');
  const loading = jest.spyOn(app.deps.db, 'read');
  const bodiesRead = () =>
    reading.mock.calls.splice(0).map(([, input]) => (input as { text: string }).text);
  const charactersLoaded = async () => {
    const rows = await Promise.all(loading.mock.results.splice(0).map(({ value }) => value));
    return JSON.stringify(rows).length;
  };
  try {
    const body = `${START} Acme was founded in 1999. Acme’s plan called xxxx costs $2.`;
    await updateWikiPage(app.deps, ownerOf(tenant), page.id, { body });
    loading.mock.results.splice(0);
    const statements = await countStatements(read);
    expect(bodiesRead()).toEqual([body]);
    expect(await charactersLoaded()).toBeLessThan(3_000);
    expect(statements.length).toBeLessThan(24);
    const open = (await issuesOf(tenant)).filter(({ closed_at }) => closed_at === null);
    expect(open).toContainEqual(
      expect.objectContaining({ target_id: page.id, rule: 'contradicting-facts' }),
    );
    await deleteWikiPage(app.deps, tenant, large[3]?.id ?? '');
    await read();
    expect(bodiesRead()).toEqual([]);
    // As after an upgrade to a linter that reads pages in another way.
    await sql(app.databaseUrl, 'update wiki_page set reading = null where brand_id = $1', [
      brandId,
    ]);
    await read();
    expect(bodiesRead()).toHaveLength(12);
    const rest = (await issuesOf(tenant)).filter(({ closed_at }) => closed_at === null);
    expect(rest.filter(({ rule }) => rule === 'contradicting-facts')).toEqual([]);
  } finally {
    reading.mockRestore();
    loading.mockRestore();
  }
});

test('a page that cannot be read in time keeps its issues, and is not read over and over', async () => {
  const { tenant, read, write, edit } = await makeWiki();
  const page = await write(`${START}\n\n${FASTER}`);
  const [issue] = await issuesOf(tenant);
  const reading = jest.spyOn(app.deps.reader, 'read').mockRejectedValue(new Error('too long'));
  try {
    await edit(page.id, `${START}\n\nNobody can read this.`);
    await read();
    expect(reading).toHaveBeenCalledTimes(1);
  } finally {
    reading.mockRestore();
  }
  expect(await issuesOf(tenant)).toEqual([issue]);
});

test('a name that is changed and changed back has the pages read', async () => {
  const { tenant, brandId, read, write } = await makeWiki();
  const page = await write(START);
  for (const name of ['Apex', 'Acme']) await updateBrand(app.deps, tenant, brandId, { name });
  await read();
  const [stored] = await sql<{ facts: unknown[] }>(
    app.databaseUrl,
    'select facts from wiki_page where id = $1',
    [page.id],
  );
  expect(stored?.facts).toHaveLength(1);
});

test('writing a page and completing a rewrite leave their jobs with the fact', async () => {
  const { tenant, brandId, write } = await makeWiki();
  const page = await write(START);
  await deleteWikiPage(app.deps, tenant, page.id);
  const { id } = await rewrite(tenant, 'Acme');
  const jobs = await sql<{ name: string; data: Record<string, string> }>(
    app.databaseUrl,
    `select name, data from pgboss.job where data->>'accountId' = $1 order by created_on`,
    [tenant.accountId],
  );
  expect(jobs.map(({ name, data }) => [name, data.brandId ?? data.rewriteId])).toEqual([
    ['wiki-lint', brandId],
    ['wiki-lint', brandId],
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
