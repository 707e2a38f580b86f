import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { sessionOptions } from '../../../src/database/database.js';
import { bindValues } from '../../../src/database/statement.js';
import { newId } from '../../../src/domain/accounts/id.js';
import { VISIBILITY_CELLS } from '../../../src/services/measures/visibility-series.js';
import { createMigratedDatabase, findLogin } from '../../helpers/app.js';
import type { TestDatabase } from '../../helpers/run/database.js';

const accountId = newId();
const brandId = newId();
const BRANDS = 20;
/** Eight months of 2024; the window is of 30 days in two of them. */
const WINDOW = [new Date('2024-04-20T00:00:00Z'), new Date('2024-05-20T00:00:00Z')];

let database: TestDatabase;
let client: pg.Client;

/** Answers of many brands, a few a minute for months, as the server's housekeeping leaves them. */
const FILL = `
  insert into answer (account_id, environment, run_id, platform, prompt_id, repeat, run_at, brand_id, asked_at, status,
    branded, mentioned, citations, owned_citations, citation_capable, tokens_used, latency_ms, model, web_search_asked, language,
    sandbox, sequence)
  select $1, 'test', gen_random_uuid(), 'grok', $2, 0, at, case when n % ${BRANDS} = 0 then $2 else
      ('00000000-0000-7000-8000-' || lpad((n % ${BRANDS})::text, 12, '0'))::uuid end,
    at, 'answered', false, n % 3 = 0, 0, 0, true, 1, 1, 'some-model-of-theirs', true, 'en', true, 0
  from generate_series(1, 120000) n cross join lateral (select '2024-01-01'::timestamptz + n * interval '2.9 min' as at) t`;

/** Until every page is known to hold nothing but what all can see: somebody else may look at the table meanwhile. */
async function settle(owner: pg.Client): Promise<void> {
  for (;;) {
    await owner.query('vacuum (analyze) answer');
    const { rows } = await owner.query(
      `select 1 from pg_class where relname ~ '^answer_2024' and relkind = 'r' and relallvisible < relpages`,
    );
    if (rows.length === 0) return;
    await sleep(100);
  }
}

beforeAll(async () => {
  database = await createMigratedDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  for (let month = 1; month <= 8; month += 1)
    await owner.query(`select make_answer_partitions('2024-0${month}-01')`);
  await owner.query(FILL, [accountId, brandId]);
  await settle(owner);
  await owner.end();
  const { connectionString, role } = await findLogin(database.url);
  client = new pg.Client({ connectionString, options: sessionOptions(role) });
  await client.connect();
  await client.query(
    `select set_config('app.account_id', $1, false), set_config('app.environment', 'test', false)`,
    [accountId],
  );
});
afterAll(async () => {
  await client.end();
  await database.dispose();
});

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Heap Fetches'?: number;
  'Actual Loops'?: number;
  'Subplans Removed'?: number;
  Plans?: Node[];
}

const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

const bound = () => {
  const [from, until] = WINDOW;
  const values = { brandIds: [brandId], sandboxes: [true], from, until };
  return bindValues(VISIBILITY_CELLS, values, { accountId, environment: 'test' });
};

const toLiteral = (value: unknown): string => {
  if (Array.isArray(value)) return `'{${value.join()}}'`;
  return `'${value instanceof Date ? value.toISOString() : value}'`;
};

/** What the server does for the statement as it is prepared, planned for these values or for any. */
async function explain(mode: 'force_custom_plan' | 'force_generic_plan') {
  const { text, values } = bound();
  await client.query(`set plan_cache_mode = ${mode}`);
  await client.query(`prepare series as ${text}`);
  const { rows } = await client.query(
    `explain (analyze, format json) execute series (${values.map(toLiteral).join()})`,
  );
  await client.query('deallocate series');
  return flatten(rows[0]['QUERY PLAN'][0].Plan);
}

test.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'the time series reads the index alone, in the partitions of its window alone: %s',
  async (mode) => {
    const nodes = await explain(mode);
    const scans = nodes.filter((node) => node['Relation Name']?.startsWith('answer'));
    expect(scans.map((node) => node['Relation Name']).sort()).toEqual([
      'answer_202404',
      'answer_202405',
    ]);
    for (const scan of scans) {
      expect(scan).toMatchObject({ 'Node Type': 'Index Only Scan', 'Heap Fetches': 0 });
      expect(scan['Index Name']).toMatch(/brand_id_run_at/);
      expect(scan['Actual Loops']).toBe(1);
    }
    if (mode === 'force_generic_plan')
      expect(nodes.some((node) => (node['Subplans Removed'] ?? 0) >= 6)).toBe(true);
  },
);

test('and what it counts is what there is', async () => {
  const { rows } = await client.query(bound());
  // 30 days at one answer in 2.9 minutes, one in twenty of them the brand's: worked out, not read.
  const answers = rows.reduce((sum, row) => sum + Number(row.answers), 0);
  expect(Math.abs(answers - (30 * 1_440) / 2.9 / BRANDS)).toBeLessThanOrEqual(1);
  expect(rows).toHaveLength(30);
});
