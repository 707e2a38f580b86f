import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { createWikiPage, deleteWikiPage, updateWikiPage } from '../../../src/services/wiki/wiki.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { createTenant, makeBrand, ownerOf } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';
import { countStatements } from '../../helpers/run/statements.js';
import { until } from '../../helpers/run/until.js';
import { eventsOf, FASTER, issuesOf, makeWiki, rewrite, START } from './fixture.js';

const FILLER = 'People who sell things want to know whom they met and what was said that day. ';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
});
afterAll(() => app.dispose());

test('one look serves all pages that were written before it, and the next finds nothing to do', async () => {
  const { tenant, brandId, read } = await makeWiki(app);
  const make = (at: number) =>
    createWikiPage(
      app.deps,
      ownerOf(tenant),
      { brandId, title: `Page ${at}`, body: `${START}\n\nSales of kind ${at} rise by 4%.` },
      null,
    );
  const pages: { id: string }[] = [];
  for (let at = 0; at < 30; at += 1) pages.push(await make(at));
  await read();
  const issues = await issuesOf(app, tenant);
  expect(issues.map(({ target_id }) => target_id).sort()).toEqual(pages.map(({ id }) => id).sort());
  const writing = jest.spyOn(app.deps.db, 'transaction');
  for (const _ of pages) await read();
  expect(writing).not.toHaveBeenCalled();
  writing.mockRestore();
});

test('pages that change while they are read are left to their own job, and the others are told', async () => {
  const { tenant, brandId, read, write } = await makeWiki(app);
  await write('Acme was founded in 1999.', 'History');
  const young = await write('Acme was founded in 2001.', 'About');
  const add = (body: string) =>
    createWikiPage(app.deps, ownerOf(tenant), { brandId, title: 'More', body }, null);
  const still = await add(`${START}\n\n${FASTER}`);
  const moving = await add('Who knows?');
  const open = async () =>
    (await issuesOf(app, tenant))
      .filter(({ closed_at }) => closed_at === null)
      .map(({ target_id, rule }) => [target_id, rule]);
  const contradiction = [young.id, 'contradicting-facts'];
  const { transaction: keep } = app.deps.db;
  const writing = jest
    .spyOn(app.deps.db, 'transaction')
    .mockImplementationOnce(async (subject, work) => {
      await updateWikiPage(app.deps, ownerOf(tenant), moving.id, { body: START });
      await updateWikiPage(app.deps, ownerOf(tenant), young.id, { title: 'About us' });
      return keep.call(app.deps.db, subject, work) as ReturnType<typeof work>;
    });
  await read();
  writing.mockRestore();
  expect(await open()).toEqual([contradiction, [still.id, 'unsourced-number']]);
  await read();
  expect(await open()).toEqual([contradiction, [still.id, 'unsourced-number']]);
  expect(await eventsOf(app, tenant)).toHaveLength(2);
});

test('a change of one page reads that page, however many large ones stand beside it', async () => {
  const { tenant, brandId, read, write } = await makeWiki(app);
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
  const loading = jest.spyOn(app.deps.db, 'query');
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
    const open = (await issuesOf(app, tenant)).filter(({ closed_at }) => closed_at === null);
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
    const rest = (await issuesOf(app, tenant)).filter(({ closed_at }) => closed_at === null);
    expect(rest.filter(({ rule }) => rule === 'contradicting-facts')).toEqual([]);
  } finally {
    reading.mockRestore();
    loading.mockRestore();
  }
});

test('a page that cannot be read in time keeps its issues, and is not read over and over', async () => {
  const { tenant, read, write, edit } = await makeWiki(app);
  const page = await write(`${START}\n\n${FASTER}`);
  const [issue] = await issuesOf(app, tenant);
  const reading = jest.spyOn(app.deps.reader, 'read').mockRejectedValue(new Error('too long'));
  try {
    await edit(page.id, `${START}\n\nNobody can read this.`);
    await read();
    expect(reading).toHaveBeenCalledTimes(1);
  } finally {
    reading.mockRestore();
  }
  expect(await issuesOf(app, tenant)).toEqual([issue]);
});

test('a name that is changed and changed back has the pages read', async () => {
  const { tenant, brandId, read, write } = await makeWiki(app);
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
  const { tenant, brandId, write } = await makeWiki(app);
  const page = await write(START);
  await deleteWikiPage(app.deps, tenant, page.id);
  const { id } = await rewrite(app, tenant, 'Acme');
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
    await rewrite(app, tenant, 'Acme');
    await until(async () => (await eventsOf(app, tenant)).length === 3, 20_000);
    expect((await eventsOf(app, tenant)).map(({ data }) => data.rule).sort()).toEqual([
      'no-direct-answer',
      'unsourced-number',
      'unsourced-number',
    ]);
  } finally {
    await worker.dispose();
  }
});
