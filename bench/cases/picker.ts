import pg from 'pg';
import { sessionOptions } from '../../src/database/database.js';
import { OWNER_ROLE } from '../../src/database/owner-role.js';
import { createClient } from '../load.js';
import { startProgram } from '../program.js';
import { type Line, median, report, show } from '../report.js';
import type { Stage } from '../stage.js';

const ROUNDS = 7;
const TURNS = 3;
const PROMPTS = 10_000;
const REPEATS = 2;
const PLATFORMS = 6;

const FILL_PROMPTS = `
  insert into prompt (account_id, environment, id, pack_id, text, stage, tags, language, enabled, created_at, updated_at)
  select $1, $2, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, p.id,
    'Which of the tools number ' || n || ' is best for a small team?', 'desire', '{}', 'en', true, now(), now()
  from prompt_pack p, generate_series(1, ${PROMPTS}) n where p.account_id = $1 and p.environment = $2 and p.is_bound`;
const FILL_PACK = `
  insert into prompt_pack (account_id, environment, id, name, is_bound, created_at)
  values ($1, $2, gen_random_uuid(), 'All', true, now())`;
/** Two answers to each prompt on each platform, spread over the last 300 hours. */
const FILL_ANSWERS = `
  insert into answer (account_id, environment, run_id, platform, prompt_id, repeat, run_at, brand_id, asked_at, status,
    branded, mentioned, rank, named, citations, owned_citations, citation_capable, tokens_used, latency_ms, model, web_search_asked,
    language, sandbox, sequence)
  select $1, $2, $3, platform, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, repeat, at, $3, at, 'answered',
    false, hit, case when hit then 1 end, 2, 4, 1, true, 900, 4000, 'some-model', true, 'en', true, repeat
  from generate_series(1, ${PROMPTS}) n cross join generate_series(1, ${REPEATS}) repeat
    cross join unnest('{chatgpt,gemini,perplexity,claude,grok,deepseek}'::text[]) platform
    cross join lateral (select (n * 7 + repeat * 13 + length(platform)) % 10 < 4 as hit, now() - make_interval(hours => n % 300) as at) of`;
/** The minimum work of a picker: one pass over the brand's answers, counted by prompt and platform. */
const AGGREGATE = `
  select prompt_id, platform, count(*) as answers, count(*) filter (where mentioned) as hits,
    sum(exp(-ln(2) * age / 14)) as decayed, sum(exp(-ln(2) * age / 14)) filter (where mentioned) as decayed_hits,
    count(*) filter (where age < 7) as recent, count(*) filter (where mentioned and age < 7) as recent_hits, max(asked_at) as last
  from (
    select prompt_id, platform, mentioned, asked_at, greatest(0, date_part('epoch', now() - asked_at) / 86400) as age
    from answer where account_id = $1 and environment = $2 and brand_id = $3 and status = 'answered' and sandbox
  ) aged group by prompt_id, platform`;

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function seedPrompts(connectionString: string, params: string[]): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    await client.query(`select make_answer_partitions((now() - interval '1 month')::date)`);
    const { rows } = await client.query<{ id: string }>('select id from brand order by id limit 1');
    const brandId = rows[0]?.id ?? '';
    await client.query(FILL_PACK, params);
    await client.query(FILL_PROMPTS, params);
    await client.query(FILL_ANSWERS, [...params, brandId]);
    await client.query('vacuum (analyze) answer, prompt');
    return brandId;
  } finally {
    await client.end();
  }
}

/** Picks over REST, compared with the statement that counts the same answers, including reading its rows. */
export async function measurePicker({ settings, customer, keep }: Stage): Promise<Line[]> {
  const connectionString = settings.DATABASE_URL ?? '';
  const params = [customer.accountId, customer.environment];
  report('picker: storing 120,000 answers');
  const brandId = await seedPrompts(connectionString, params);
  const program = await startProgram({ file: 'src/main.js', settings, path: '/livez' });
  keep(program.dispose);
  const client = createClient(program.origin);
  keep(client.close);
  const database = new pg.Client({ connectionString, options: sessionOptions(OWNER_ROLE) });
  await database.connect();
  keep(() => database.end());
  await database.query(
    `select set_config('app.account_id', $1, false), set_config('app.environment', $2, false)`,
    params,
  );
  const values = [...params, brandId];
  const count = () => database.query({ name: 'picker-alone', text: AGGREGATE, values });
  const ask = () =>
    client.ask({
      method: 'GET',
      path: `/api/v1/picker?brandId=${brandId}&limit=200`,
      headers: { authorization: `Bearer ${customer.key}` },
    }) as Promise<{ picks?: unknown[]; total: number }>;

  const cells = (await count()).rows.length;
  if (cells !== PROMPTS * PLATFORMS)
    throw new Error(`${cells} cells were counted instead of ${PROMPTS * PLATFORMS}`);
  const rounds: { ours: number; alone: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours: number[] = [];
    const alone: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      ours.push(await timeMs(ask));
      alone.push(await timeMs(count));
    }
    const medians = { ours: median(ours), alone: median(alone) };
    report(`picker: ${show(medians.ours)} ms to ${show(medians.alone)} ms`);
    // The first round is a warm-up.
    if (round > 0) rounds.push(medians);
  }
  return [
    {
      name: `picker over ${PROMPTS} prompts on ${PLATFORMS} platforms`,
      ours: `${show(median(rounds.map(({ ours }) => ours)))} ms`,
      rival: `${show(median(rounds.map(({ alone }) => alone)))} ms`,
      values: rounds.map(({ ours, alone }) => ours / alone),
      target: { value: 3, most: true, unit: ' times' },
    },
  ];
}
