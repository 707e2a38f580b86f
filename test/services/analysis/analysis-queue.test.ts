import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '../../../src/domain/accounts/id.js';
import { analyseQueued } from '../../../src/services/analysis/analysis-queue.js';
import { createPack, createPrompt } from '../../../src/services/prompts/prompt.js';
import type { ProbeRunRow } from '../../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import {
  createTenant,
  makeBrand,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';
import { countStatements } from '../../helpers/run/statements.js';

let app: TestApp;
let tenant: Tenant;
let promptPackId: string;
const never = new AbortController().signal;

beforeAll(async () => {
  // Nobody else looks here.
  app = await startApp(
    { ROLE: 'web' },
    // Every answer has what is looked at, on whatever day.
    { sandbox: { truth: () => ({ mention: 1, citation: 1 }) } },
  );
  tenant = await createTenant(app);
  ({ id: promptPackId } = await createPack(app.deps, tenant, { name: 'One', prompts: [] }));
  await createPrompt(
    app.deps,
    tenant,
    { packId: promptPackId, brandId: null },
    {
      text: 'Which CRM?',
      stage: 'desire',
      tags: [],
      country: null,
      language: 'en',
    },
  );
});
afterAll(() => app.dispose());
beforeEach(() => analyseQueued(app.deps, never));

const AT_ONCE = 2;

interface Owed {
  run_id: string;
  tries: number;
  isHeld: boolean;
}
const owed = () =>
  sql<Owed>(
    app.databaseUrl,
    `select run_id, tries, coalesce(held_until > clock_timestamp(), false) as "isHeld" from auth.owed_look order by run_id`,
  );
const ofBrand = (table: string, id: string) =>
  sql<Record<string, unknown>>(app.databaseUrl, `select * from ${table} where brand_id = $1`, [id]);

/** So many runs of one brand that complete within moments. */
async function complete(brand: { id: string }, count: number): Promise<string[]> {
  const input = { promptPackId, platforms: ['chatgpt', 'perplexity'] };
  const runs: ProbeRunRow[] = [];
  const done: ProbeRunRow[] = [];
  for (let i = 0; i < count; i += 1) runs.push(await start(app, tenant, brand, input));
  while (runs.length > done.length) {
    const some = runs.slice(done.length, done.length + AT_ONCE);
    done.push(...(await Promise.all(some.map((run) => perform(app, tenant, run)))));
  }
  expect(done.map(({ status }) => status)).toEqual(runs.map(() => 'completed'));
  return runs.map(({ id }) => id).sort();
}

test('runs of a brand that complete at once are all owed, are all looked at, and tell each page once', async () => {
  const brand = await makeBrand(app, tenant);
  const runs = await complete(brand, 8);
  expect(await owed()).toEqual(runs.map((run_id) => ({ run_id, tries: 0, isHeld: false })));
  await analyseQueued(app.deps, never);
  expect(await owed()).toEqual([]);
  const citations = await ofBrand('citation', brand.id);
  expect(citations.length).toBeGreaterThan(0);
  const events = await ofBrand('outbox', brand.id);
  // Once a page, though several platforms and runs found it at the same time.
  expect(events.map(({ data }) => (data as { sourceUrl: string }).sourceUrl).sort()).toEqual(
    [...new Set(citations.map(({ source_url }) => source_url))].sort(),
  );
  expect(await ofBrand('brand_strength', brand.id)).toHaveLength(2);
});

test('twenty runs of five brands are looked at in the statements of one', async () => {
  await complete(await makeBrand(app, tenant), 1);
  const one = await countStatements(() => analyseQueued(app.deps, never));
  for (let i = 0; i < 5; i += 1) await complete(await makeBrand(app, tenant), 4);
  const twenty = await countStatements(() => analyseQueued(app.deps, never));
  expect(await owed()).toEqual([]);
  expect(twenty.length).toBeLessThanOrEqual(one.length);
});

test('what a process held that died is looked at by the next', async () => {
  const brand = await makeBrand(app, tenant);
  const [id] = await complete(brand, 1);
  const hold = (seconds: number) =>
    sql(
      app.databaseUrl,
      `update auth.owed_look set holder = $1, tries = 1, held_until = clock_timestamp() + make_interval(secs => $2)`,
      [newId(), seconds],
    );
  await hold(60);
  await analyseQueued(app.deps, never);
  expect(await owed()).toEqual([{ run_id: id, tries: 1, isHeld: true }]);
  await hold(-1);
  await analyseQueued(app.deps, never);
  expect(await owed()).toEqual([]);
  expect(await ofBrand('brand_strength', brand.id)).toHaveLength(2);
});

test('one that was owed anew while it was looked at stays owed', async () => {
  const [id = ''] = await complete(await makeBrand(app, tenant), 1);
  // As when the run was retried and completed again: the look under way may have missed the new answers.
  const { deps } = app;
  const db: typeof deps.db = {
    ...deps.db,
    command: async (subject, statement, values) => {
      if (statement.name === 'remove-queued-analyses')
        await sql(app.databaseUrl, 'update auth.owed_look set holder = null, held_until = null');
      return deps.db.command(subject, statement, values);
    },
  };
  await analyseQueued({ ...deps, db }, never);
  expect(await owed()).toEqual([{ run_id: id, tries: 1, isHeld: false }]);
});

test('one that cannot be examined holds up no other, and is tried again later', async () => {
  const bad = await makeBrand(app, tenant);
  const [badRun = ''] = await complete(bad, 1);
  await sql(app.databaseUrl, `update probe_run set plan = plan || '{"prompts": 1}' where id = $1`, [
    badRun,
  ]);
  await complete(await makeBrand(app, tenant), 2);
  await analyseQueued(app.deps, never);
  expect(await owed()).toEqual([{ run_id: badRun, tries: 1, isHeld: true }]);
  await sql(
    app.databaseUrl,
    `update probe_run set plan = plan || '{"prompts": []}' where id = $1`,
    [badRun],
  );
  await sql(app.databaseUrl, 'update auth.owed_look set held_until = clock_timestamp()');
  await analyseQueued(app.deps, never);
  expect(await owed()).toEqual([]);
  expect(await ofBrand('brand_strength', bad.id)).toHaveLength(2);
});

test('asked to stop, it hands back what it has not begun', async () => {
  const [id = ''] = await complete(await makeBrand(app, tenant), 1);
  const stop = new AbortController();
  const { deps } = app;
  const db: typeof deps.db = {
    ...deps.db,
    command: async <Row>(...args: Parameters<typeof deps.db.command>) => {
      const rows = await deps.db.command<Row>(...args);
      if (args[1].name === 'take-queued-analyses') stop.abort();
      return rows;
    },
  };
  await analyseQueued({ ...deps, db }, stop.signal);
  expect(await owed()).toEqual([{ run_id: id, tries: 0, isHeld: false }]);
});
