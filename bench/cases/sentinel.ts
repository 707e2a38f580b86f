import pg from 'pg';
import { loadConfig } from '../../src/config/config.js';
import type { Tenant } from '../../src/deps.js';
import { createRuntime } from '../../src/runtime.js';
import { examineRuns } from '../../src/services/analysis/examine-run.js';
import { type Line, median, report, show } from '../report.js';
import { quiet, type Stage } from '../stage.js';

const BRANDS = 1_000;
const ROUNDS = 10;
/** Runs analysed in the warm-up. A second analysis of a run reports nothing again. */
const WARMING = 30;
const PROMPTS = 12;
/** Runs per brand: one every three days over the month that an analysis compares with, the newest now. */
const RUNS = 12;
const EVERY_DAYS = 3;
/** One in this many brands is not named in its newest run; nothing changes for the others. */
const FALLEN = 20;

const FILL_BRANDS = `
  insert into brand (account_id, environment, id, user_id, name, category, aliases, owned_domains, created_at, updated_at)
  select $1, $2, gen_random_uuid(), $3, 'Watched ' || n, 'software',
    jsonb_build_array(jsonb_build_object('text', 'Watched ' || n, 'caseSensitive', false, 'requiresContext', false, 'exclude', '[]'::jsonb)),
    '{}', now(), now() from generate_series(1, ${BRANDS}) n`;
const MAKE_RUNS = `create temporary table run as
  select b.id as brand_id, gen_random_uuid() as id, b.n, age, now() - make_interval(days => age * ${EVERY_DAYS}) as at
  from (select id, row_number() over () as n from brand where name like 'Watched %') b cross join generate_series(0, ${RUNS - 1}) age`;
const FILL_RUNS = `
  insert into probe_run (account_id, environment, id, brand_id, user_id, kind, status, platforms, samples_per_prompt, sandbox,
    plan, first_repeat, expected_answers, answered, failed, sequence, estimated_completion_ms, failures, measures, created_at,
    started_at, completed_at)
  select $1, $2, id, brand_id, $3, 'probe', 'completed', '{chatgpt,gemini,perplexity,claude,grok,deepseek}', 1, true,
    jsonb_build_object('brand', '{}'::jsonb, 'prompts', (select jsonb_agg(jsonb_build_object('promptId',
      '00000000-0000-7000-8000-' || lpad(p::text, 12, '0'))) from generate_series(1, ${PROMPTS}) p)),
    0, 72, 72, 0, 74, 1000, '[]', '{"entitySetHash": "a"}', at, at, at from run`;
const FILL_ANSWERS = `
  insert into answer (account_id, environment, run_id, platform, prompt_id, repeat, run_at, brand_id, asked_at, status,
    branded, mentioned, rank, named, sentiment, sentiment_method, citations, owned_citations, citation_capable, tokens_used,
    latency_ms, model, web_search_asked, language, sandbox, sequence, prominence)
  select $1, $2, run.id, platform, ('00000000-0000-7000-8000-' || lpad(p::text, 12, '0'))::uuid, 0, run.at,
    run.brand_id, run.at, 'answered', false, hit, case when hit then 1 + p % 4 end, 3,
    case when hit then case when h % 9 = 0 then 'negative' else 'neutral' end end, case when hit then 'judge' end, 2, 0,
    platform <> 'deepseek', 900, 4000, 'some-model', true, 'en', true, p, case when hit then 0.4 else 0 end
  from run cross join unnest('{chatgpt,gemini,perplexity,claude,grok,deepseek}'::text[]) platform
    cross join generate_series(1, ${PROMPTS}) p
    cross join lateral (select abs(hashtext(run.id::text || platform || p)) % 100 as h) chance
    cross join lateral (select h < 60 and not (age = 0 and n % ${FALLEN} = 0) as hit) named`;
const FILL_CITATIONS = `
  insert into answer_citation (account_id, environment, run_id, platform, prompt_id, repeat, run_at, ordinal, page_id,
    source_url, source_domain, context, owned)
  select account_id, environment, run_id, platform, prompt_id, repeat, run_at, n, gen_random_uuid(),
    'https://reviews-' || (sequence * 2 + n) || '.example/compare', 'reviews-' || (sequence * 2 + n) || '.example', '', false
  from answer cross join generate_series(0, 1) n where model = 'some-model'`;
const FILL_KNOWN = `
  insert into citation (account_id, environment, id, brand_id, platform, source_url, source_domain, prompt_hash, context, owned,
    sandbox, discovered_at)
  select $1, $2, gen_random_uuid(), id, 'chatgpt', 'https://reviews-' || n || '.example/compare', 'reviews-' || n || '.example', '', '',
    false, true, now() from brand cross join generate_series(2, 25) n where name like 'Watched %'`;

/** Creates the brands with their runs. @returns the newest run of each brand, in no particular order */
async function seedWatched(connectionString: string, params: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const scope = params.slice(0, 2);
  try {
    await client.query(`set timezone = 'UTC'`);
    await client.query(
      `select make_answer_partitions((now() - make_interval(months => n))::date) from generate_series(1, 2) n`,
    );
    await client.query(FILL_BRANDS, params);
    await client.query(MAKE_RUNS);
    await client.query(FILL_RUNS, params);
    await client.query(FILL_ANSWERS, scope);
    await client.query(FILL_CITATIONS);
    await client.query(FILL_KNOWN, scope);
    await client.query('vacuum (analyze) answer, answer_citation, probe_run, brand, citation');
    const { rows } = await client.query<{ id: string }>(
      'select id from run where age = 0 order by id',
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** The analysis that a worker performs after a run (gaps, priorities and all detectors), brand by brand. */
export async function measureSentinel({ settings, customer, keep }: Stage): Promise<Line[]> {
  const params = [customer.accountId, customer.environment, customer.userId];
  report(`sentinel: storing ${(BRANDS * RUNS * PROMPTS * 6) / 1_000} thousand answers`);
  const runs = await seedWatched(settings.DATABASE_URL ?? '', params);
  if (runs.length !== BRANDS)
    throw new Error(`${runs.length} runs were created instead of ${BRANDS}`);
  const runtime = await createRuntime({
    config: loadConfig(settings),
    log: quiet,
    supervise: false,
  });
  keep(runtime.dispose);
  const { deps } = runtime;
  const tenant: Tenant = { accountId: customer.accountId, environment: customer.environment };
  for (const id of runs.slice(0, WARMING)) await examineRuns(deps, tenant, [id]);
  const rounds: number[] = [];
  const each = BRANDS / ROUNDS;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedMs = performance.now();
    for (const id of runs.slice(round * each, (round + 1) * each))
      await examineRuns(deps, tenant, [id]);
    rounds.push((performance.now() - startedMs) / each);
    report(`sentinel: round ${round + 1} of ${ROUNDS}: ${show(rounds.at(-1) ?? 0)} ms per brand`);
  }
  const text = 'select count(*) as count from suspicion where account_id = :accountId';
  const suspected = { name: 'bench-suspected', text };
  const [row] = await deps.db.query<{ count: number }>(tenant, suspected);
  // Each brand that is no longer named must have a suspicion, which only another run could confirm.
  if ((row?.count ?? 0) < BRANDS / FALLEN)
    throw new Error(`only ${row?.count} suspicions were found`);
  return [
    {
      name: `analysis after a run, for ${BRANDS} brands`,
      ours: `${show(median(rounds))} ms`,
      values: rounds,
      target: { value: 100, most: true, unit: ' ms per brand' },
    },
  ];
}
