import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { openDatabase } from '../../../src/database/database.js';
import { migrate } from '../../../src/database/migrate.js';
import { takeOwnerRole } from '../../../src/database/owner-role.js';
import { newId } from '../../../src/domain/accounts/id.js';
import {
  countCheckRuns,
  listCheckRuns,
  loadCheckResults,
} from '../../../src/services/checks/check-run.js';
import { quiet, startApp, type TestApp } from '../../helpers/app.js';
import { query, scan } from '../../helpers/records/check.js';
import { createTenant, type Tenant } from '../../helpers/records/probe.js';
import { createClock } from '../../helpers/run/clock.js';
import { createTestDatabase } from '../../helpers/run/database.js';
import { sql } from '../../helpers/run/sql.js';

const ALL = { first: 100, after: null };
const ONE = { platforms: ['chatgpt'] };

let app: TestApp;
let tenant: Tenant;
const clock = createClock();
beforeAll(async () => {
  clock.moveToNoon();
  app = await startApp({ ROLE: 'web' }, { now: clock.now });
});
beforeEach(async () => {
  tenant = await createTenant(app);
});
afterAll(() => app.dispose());

const list = async (kind: 'scan' | 'query' | null = null, page = ALL) =>
  (await listCheckRuns(app.deps, tenant, page, kind)).rows;

test('one’s own checks are listed, newest first, page by page, of both kinds or of one', async () => {
  const first = await query(app, tenant, ONE);
  const second = await scan(app, tenant);
  const third = await query(app, tenant, ONE);
  const { results, ...shown } = third;
  const runs = await list();
  expect(runs.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
  expect(runs[0]).toEqual({ ...shown, completedAt: expect.any(Date), createdAt: expect.any(Date) });
  expect((await list('query')).map(({ id }) => id)).toEqual([third.id, first.id]);
  expect((await list('scan')).map(({ id }) => id)).toEqual([second.id]);
  const page = await listCheckRuns(app.deps, tenant, { first: 1, after: third.id }, 'query');
  expect([page.rows.map(({ id }) => id), page.hasNextPage]).toEqual([[first.id], false]);
  const counts = ([null, 'scan', 'query'] as const).map((kind) =>
    countCheckRuns(app.deps, tenant, kind),
  );
  expect(await Promise.all(counts)).toEqual([3, 1, 2]);
  expect(await loadCheckResults(app.deps, tenant, [third.id])).toEqual([{ id: third.id, results }]);
});

test('those of others, of the other environment and of nobody are not', async () => {
  const live = { ...tenant, environment: 'live' as const };
  await query(app, await createTenant(app), ONE);
  await query(app, live, ONE);
  await scan(app);
  expect(await list()).toEqual([]);
  expect(await countCheckRuns(app.deps, tenant, null)).toBe(0);
  const [theirs] = (await listCheckRuns(app.deps, live, ALL, null)).rows;
  expect(await loadCheckResults(app.deps, tenant, [theirs?.id ?? ''])).toEqual([]);
});

/** The same product, whose platforms ask these prices; null is one that tells none. */
function withPrices(prices: Record<string, number | null>): Pick<TestApp, 'deps'> {
  const { engines } = app.deps;
  const forEnvironment = (environment: 'live' | 'test') => {
    const set = engines.forEnvironment(environment);
    const get = (platform: string) => {
      const engine = set.get(platform);
      const costUsd = prices[platform] ?? null;
      return (
        engine && {
          ...engine,
          ask: async (...asked: Parameters<typeof engine.ask>) => ({
            ...(await engine.ask(...asked)),
            costUsd,
          }),
        }
      );
    };
    return { ...set, get };
  };
  return { deps: { ...app.deps, engines: { ...engines, forEnvironment } } };
}

test('they say what they cost, and null where that is not known', async () => {
  const priced = withPrices({ chatgpt: 0.02, gemini: 0.01, perplexity: null });
  await query(priced, tenant, { platforms: ['chatgpt', 'gemini'] });
  await query(priced, tenant, { platforms: ['chatgpt', 'perplexity'] });
  const [unknown, known] = await list();
  expect(unknown?.costUsd).toBeNull();
  // Four answers of each.
  expect(known?.costUsd).toBeCloseTo(0.12, 10);
});

test('one that was left behind reads as failed', async () => {
  const { id } = await query(app, tenant, ONE);
  const leave = (ageSec: number) =>
    sql(app.databaseUrl, `update check_run set status = 'running', created_at = $2 where id = $1`, [
      id,
      new Date(clock.now().getTime() - ageSec * 1_000),
    ]);
  await leave(5);
  expect((await list())[0]?.status).toBe('running');
  await leave(600);
  expect((await list())[0]?.status).toBe('failed');
});

test('checks from before know their cost', async () => {
  const { url, dispose } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const role = await takeOwnerRole(client);
  await client.query('create schema auth');
  await client.end();
  const old = await openDatabase({ connectionString: url, role, log: quiet });
  await old.orm.migrator.up({ to: '0037-text-months' });
  await old.dispose();
  const insert = async (status: string, results: object[]) => {
    const id = newId();
    await sql(
      url,
      `insert into check_run (account_id, environment, id, kind, status, brand_name, category, competitors, platforms,
         sandbox, results, failures, created_at)
       values ($1, 'live', $1, 'query', $2, 'Acme', 'x', '{}', '{}', false, $3::jsonb, '[]', now())`,
      [id, status, JSON.stringify(results)],
    );
    return id;
  };
  const ids = [
    await insert('completed', [{ costUsd: 0.25 }, { costUsd: 0.5 }]),
    await insert('completed', [{ costUsd: 0.25 }, { costUsd: null }]),
    await insert('failed', []),
  ];
  await migrate(url, quiet);
  const rows = await sql<{ id: string; cost: number | null }>(
    url,
    'select id, cost_usd as cost from check_run',
  );
  const costs = new Map(rows.map(({ id, cost }) => [id, cost]));
  expect(ids.map((id) => costs.get(id))).toEqual([0.75, null, null]);
  await dispose();
});
