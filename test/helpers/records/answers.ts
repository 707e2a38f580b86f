import { newId } from '../../../src/domain/accounts/id.js';
import type { TestApp } from '../app.js';
import { sql } from '../run/sql.js';
import type { Tenant } from './probe.js';

/** One stored answer of a run; omitted fields have defaults. */
export interface Told {
  platform?: string;
  promptId: string;
  failed?: boolean;
  branded?: boolean;
  /** Whether the answer mentions the brand; a mention may have no rank. */
  mentioned?: boolean;
  rank?: number | null;
  /** Ranks of the mentioned rivals, by rival id. */
  rivals?: Record<string, number>;
  sentiment?: 'positive' | 'neutral' | 'negative' | null;
  method?: 'judge' | 'lexicon' | 'none';
  citations?: number;
  ownedCitations?: number;
  citationCapable?: boolean;
  /** The brand's share of the text; null in old answers. */
  prominence?: number | null;
  /** Cited pages, in order, in addition to the counts above; not owned by default. */
  sources?: { url: string; domain: string; owned?: boolean }[];
  /** Facts that the answer states about the brand. */
  stated?: { about: string; value: string }[];
}

interface ToldRun {
  at: Date;
  sandbox?: boolean;
  status?: 'completed' | 'running' | 'cancelled';
  packId?: string | null;
  competitors?: { id: string; name: string }[];
  /** Fingerprint of the tracked names of the run. */
  entitySetHash?: string;
  prompts?: { promptId: string; text: string; stage: string }[];
  answers: Told[];
}

/** `count` copies of an answer. */
export const times = (count: number, told: Told): Told[] =>
  Array.from({ length: count }, () => told);

/** Stores a run of a given time with these answers, for tests with metrics calculated by hand. */
export async function tellRun(
  app: TestApp,
  tenant: Tenant,
  brandId: string,
  run: ToldRun,
): Promise<string> {
  const { at, sandbox = true, status = 'completed', packId = null, competitors = [] } = run;
  const id = newId();
  const params = [tenant.accountId, tenant.environment, id];
  await sql(app.databaseUrl, 'select make_answer_partitions($1)', [at.toISOString().slice(0, 10)]);
  await sql(
    app.databaseUrl,
    `insert into probe_run (account_id, environment, id, brand_id, prompt_pack_id, user_id, kind, status, platforms,
       samples_per_prompt, sandbox, plan, first_repeat, expected_answers, answered, failed, sequence,
       estimated_completion_ms, failures, created_at, completed_at, measures)
     values ($1, $2, $3, $4, $5, $3, 'probe', $6, '{}', 1, $7, $8, 0, 0, 0, 0, 0, 0, '[]', $9::timestamptz,
       case when $6 = 'completed' then $9::timestamptz + interval '1 second' end, $10)`,
    [
      ...params,
      brandId,
      packId,
      status,
      sandbox,
      { brand: { competitors }, prompts: run.prompts ?? [] },
      at,
      run.entitySetHash === undefined ? null : { entitySetHash: run.entitySetHash },
    ],
  );
  const answers = run.answers.map((told, repeat) => {
    const mentioned = told.mentioned ?? told.rank !== undefined;
    const rivals = Object.entries(told.rivals ?? {});
    return {
      platform: 'chatgpt',
      branded: false,
      rank: null,
      sentiment: null,
      citation_capable: true,
      citations: 0,
      prominence: null,
      sources: [],
      stated: null,
      ...told,
      repeat,
      mentioned,
      prompt_id: told.promptId,
      status: told.failed ? 'failed' : 'answered',
      sentiment_method: told.method ?? (told.sentiment ? 'judge' : null),
      owned_citations: told.ownedCitations ?? 0,
      ...(told.citationCapable === false && { citation_capable: false }),
      named: rivals.length + Number(mentioned),
      rivals: rivals.map(([entity_id, rank]) => ({ entity_id, rank })),
    };
  });
  await sql(
    app.databaseUrl,
    `with told as (
       select * from jsonb_to_recordset($5) as t (platform text, prompt_id uuid, repeat smallint, status text,
         branded boolean, mentioned boolean, rank smallint, sentiment text, sentiment_method text,
         citation_capable boolean, citations smallint, owned_citations smallint, named smallint, prominence double precision, rivals jsonb,
         sources jsonb, stated jsonb)
     ), fact as (
       insert into answer (account_id, environment, run_id, platform, prompt_id, repeat, run_at, brand_id, asked_at, status,
         branded, mentioned, rank, citations, owned_citations, citation_capable, tokens_used, latency_ms, model, web_search_asked,
         language, sandbox, sequence, sentiment, sentiment_method, named, prominence, stated)
       select $1, $2, $3, platform, prompt_id, repeat, $4, $6, $4, status, branded, mentioned, rank, citations,
         owned_citations, citation_capable, 1, 1, 'm', true, 'en', $7, repeat, sentiment, sentiment_method, named, prominence, stated from told
     ), cited as (
       insert into answer_citation (account_id, environment, run_id, platform, prompt_id, repeat, run_at, ordinal,
         page_id, source_url, source_domain, context, owned)
       select $1, $2, $3, platform, prompt_id, repeat, $4, place, $3, source->>'url', source->>'domain', '', coalesce((source->>'owned')::boolean, false)
       from told, jsonb_array_elements(sources) with ordinality as s (source, place)
     )
     insert into answer_mention (account_id, environment, run_id, platform, prompt_id, repeat, run_at, entity_id, rank, position, mentions)
     select $1, $2, $3, platform, prompt_id, repeat, $4, entity_id, m.rank, 0, 1
     from told, jsonb_to_recordset(rivals) as m (entity_id text, rank smallint)`,
    [...params, at, JSON.stringify(answers), brandId, sandbox],
  );
  return id;
}
