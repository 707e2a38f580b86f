import pg from 'pg';
import type { Customer } from './seed.js';

/** Three months of answers for many brands: the number of answers per brand and in total. */
export interface Quarter {
  brandId: string;
  ofBrand: number;
  inAll: number;
}

const BRANDS = 25;
const DAYS = 90;
const PROMPTS = 12;
const REPEATS = 31;

/** Partitions of the last three months; that of the current month exists already. */
const PARTITIONS = `select make_answer_partitions((now() - make_interval(months => n))::date) from generate_series(1, 3) n`;
const RUNS = `create temporary table run as
  select id as brand_id, gen_random_uuid() as id, date_trunc('day', now()) - make_interval(days => day) as at
  from generate_series(0, ${DAYS - 1}) day cross join (select id from brand order by id limit ${BRANDS}) brand order by day desc`;
const FILL = `
  insert into answer (account_id, environment, run_id, platform, prompt_id, repeat, run_at, brand_id, asked_at, status,
    branded, mentioned, rank, named, sentiment, sentiment_method, citations, owned_citations, citation_capable, tokens_used,
    latency_ms, model, web_search_asked, language, sandbox, sequence)
  select $1, $2, run.id, platform, ('00000000-0000-7000-8000-' || lpad(prompt::text, 12, '0'))::uuid, repeat, run.at,
    run.brand_id, run.at, 'answered', false, hit, case when hit then 1 end, 2, case when hit then 'neutral' end,
    case when hit then 'lexicon' end, 4, 1, true, 900, 4000, 'some-model', true, 'en', true, repeat
  from run cross join unnest('{chatgpt,gemini,perplexity,claude,grok,deepseek}'::text[]) platform
    cross join generate_series(1, ${PROMPTS}) prompt cross join generate_series(1, ${REPEATS}) repeat
    cross join lateral (select (prompt * 7 + repeat * 13 + length(platform)) % 10 < 4 as hit) h`;

/** Generates the answers inside the database, and vacuums the table. */
export async function seedQuarter(connectionString: string, customer: Customer): Promise<Quarter> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    await client.query(PARTITIONS);
    await client.query(RUNS);
    await client.query(FILL, [customer.accountId, customer.environment]);
    await client.query('vacuum (analyze) answer');
    const { rows } = await client.query<{ brandId: string }>(
      'select brand_id as "brandId" from run limit 1',
    );
    const ofBrand = DAYS * PROMPTS * REPEATS * 6;
    return { brandId: rows[0]?.brandId ?? '', ofBrand, inAll: ofBrand * BRANDS };
  } finally {
    await client.end();
  }
}
