import { createHash } from 'node:crypto';
import { notification, runEvent } from '../../database/events.js';
import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { citationIdOf, hashOf } from '../../domain/answers/analyse-answer.js';
import type { ResultAnswer } from '../../domain/answers/answer-row.js';
import { type RunResult, toRunResult } from '../../domain/measures/run-result.js';
import type { RunMeasures, RunPlan } from '../../entities/run.js';
import { MOST_STORED_NAMES, type NameCount } from '../brands/competitor-suggestion.js';

interface CompletedRun {
  id: string;
  brandId: string;
  platforms: string[];
  sandbox: boolean;
  plan: RunPlan;
  createdAt: Date;
}

interface StoredFact {
  platform: string;
  promptId: string;
  repeat: number;
  status: 'answered' | 'failed';
  errorCode: string | null;
  branded: boolean;
  mentioned: boolean;
  rank: number | null;
  position: number | null;
  tokensUsed: number;
  citations: number;
  ownedCitations: number;
  citationCapable: boolean;
  snippet: string;
}

/** A page, as cited first on a platform. */
interface CitedPage {
  platform: string;
  pageId: string;
  promptId: string;
  sourceUrl: string;
  sourceDomain: string;
  context: string;
  owned: boolean;
  times: number;
}

const FACTS: Statement = {
  name: 'facts-of-run',
  text: `select a.platform, a.prompt_id as "promptId", a.repeat, a.status, a.error_code as "errorCode", a.branded, a.mentioned,
      a.rank, a.position, a.tokens_used as "tokensUsed", a.citations, a.owned_citations as "ownedCitations",
      a.citation_capable as "citationCapable", coalesce(t.snippet, '') as snippet
    from answer a left join answer_text t using (account_id, environment, run_id, platform, prompt_id, repeat, run_at)
    where a.account_id = :accountId and a.environment = :environment and a.run_id = :runId and a.run_at = :runAt
    order by array_position(:platforms::text[], a.platform), a.sequence`,
};
/** In the order of their first citations. */
const PAGES: Statement = {
  name: 'pages-of-run',
  text: `select of.platform, of.page_id as "pageId", of.prompt_id as "promptId", of.source_url as "sourceUrl",
      of.source_domain as "sourceDomain", of.context, of.owned, of.times
    from (
      select c.*, a.sequence, row_number() over cites as nth, count(*) over (partition by c.platform, c.page_id) as times
      from answer_citation c join answer a using (account_id, environment, run_id, platform, prompt_id, repeat, run_at)
      where c.account_id = :accountId and c.environment = :environment and c.run_id = :runId and c.run_at = :runAt
      window cites as (partition by c.platform, c.page_id order by a.sequence, c.ordinal)
    ) of where of.nth = 1 order by of.sequence, of.ordinal`,
};

/**
 * The completion, and all that goes with it: nothing of it when the run ended meanwhile. Pages that nobody had seen
 * cited for this brand become events if `:isTold` says so. That the run is to be looked at is noted here,
 * too. Rows that other runs write as well come in one order, so that no two wait for each other.
 */
const COMPLETE: Statement = {
  name: 'complete-run',
  text: `with run as (
      update probe_run set status = :status, completed_at = :completedAt, failures = :failures, measures = :measures, sequence = sequence + 1,
        names_counted = sequence
      where account_id = :accountId and environment = :environment and id = :runId and status = 'running'
      returning id, brand_id, sandbox, status
    ), result as (
      insert into probe_result (account_id, environment, run_id, platform, ordinal, mentioned, rank, position, snippet,
        tokens_used, answers, mentions, failed)
      select :accountId, :environment, run.id, r.platform, r.ordinal, r.mentioned, r.rank, r.position, r.snippet, r."tokensUsed",
        r.answers, r.mentions, r.failed
      from run, jsonb_to_recordset(:results::jsonb) as r (platform text, ordinal smallint, mentioned boolean, rank integer,
        position integer, snippet text, "tokensUsed" integer, answers integer, mentions integer, failed integer)
    ), cited as (
      select * from jsonb_to_recordset(:cited::jsonb) as c ("citationId" uuid, "pageId" uuid, "eventId" uuid, platform text,
        ordinal smallint, times integer, "sourceUrl" text, "sourceDomain" text, "promptHash" text, context text,
        owned boolean)
    ), listed as (
      insert into result_citation (account_id, environment, run_id, platform, ordinal, citation_id, times, brand_id, cited_at)
      select :accountId, :environment, run.id, c.platform, c.ordinal, c."citationId", c.times, run.brand_id, :completedAt from run, cited c
    ), page as (
      insert into cited_page (account_id, environment, id, brand_id)
      select distinct :accountId::uuid, :environment, c."pageId", run.brand_id from run, cited c order by c."pageId"
      on conflict do nothing returning id
    ), discovered as (
      insert into citation (account_id, environment, id, brand_id, sandbox, discovered_at, platform, source_url,
        source_domain, prompt_hash, context, owned)
      select :accountId, :environment, c."citationId", run.brand_id, run.sandbox, :completedAt, c.platform, c."sourceUrl", c."sourceDomain",
        c."promptHash", c.context, c.owned
      from run, cited c order by c."citationId"
      on conflict do nothing
    ), told as (
      insert into outbox (account_id, environment, id, event, brand_id, created_at, data)
      select :accountId, :environment, c."eventId", 'citation.discovered', run.brand_id, :completedAt, jsonb_build_object('brandId', run.brand_id,
        'platform', c.platform, 'sourceUrl', c."sourceUrl", 'sourceDomain', c."sourceDomain",
        'promptHash', c."promptHash", 'discoveredAt', :discoveredAt::text)
      from run, page join cited c on c."pageId" = page.id where c."eventId" is not null and :isTold::boolean
    ), named as (
      insert into competitor_suggestion as known (account_id, environment, brand_id, sandbox, name_key, name, answers,
        first_seen_at, last_seen_at)
      select :accountId, :environment, run.brand_id, run.sandbox, n.key, n.name, n.answers, :completedAt, :completedAt
      from run, jsonb_to_recordset(:names::jsonb) as n (key text, name text, answers integer) order by n.key
      on conflict (account_id, environment, brand_id, sandbox, name_key) do update
      set answers = known.answers + excluded.answers, last_seen_at = excluded.last_seen_at
    ), owed as (
      insert into auth.owed_look (account_id, environment, run_id, brand_id, owed_at, origin)
      select :accountId, :environment, run.id, run.brand_id, :completedAt, nullif(current_setting('app.origin', true), '')::jsonb from run where run.status = 'completed'
      on conflict (account_id, environment, run_id) do update
      set owed_at = excluded.owed_at, origin = excluded.origin, holder = null, held_until = null
    )
    select pg_notify(:channel, :payload) from run`,
};

/** Limit of the column, and of Int in GraphQL. */
const LARGEST_COUNT = 2_147_483_647;

const toAnswerRow = (fact: StoredFact): ResultAnswer =>
  fact.status === 'failed'
    ? {
        platform: fact.platform,
        promptId: fact.promptId,
        repeat: fact.repeat,
        branded: fact.branded,
        status: 'failed',
        code: fact.errorCode ?? 'UNAVAILABLE',
      }
    : {
        ...fact,
        status: 'answered',
        tokens: fact.tokensUsed,
        citations: fact.citationCapable ? fact.citations : null,
      };

/** Ranks are comparable only between runs that searched for the same names. */
function hashEntities({ brand }: RunPlan): string {
  const names = [brand, ...brand.competitors].map(({ name, aliases }) => ({ name, aliases }));
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16);
}

function toMeasures(result: RunResult, plan: RunPlan): RunMeasures {
  const { partial, ...visibility } = result.visibility;
  const { meanReciprocalRank, top3Rate, citationDensity, citationShare } = result;
  return {
    visibility,
    partial,
    meanReciprocalRank,
    top3Rate,
    citationDensity,
    citationShare,
    entitySetHash: hashEntities(plan),
  };
}

const toResults = ({ results }: RunResult, platforms: readonly string[]) =>
  results.map((entry) => ({
    ...entry,
    tokensUsed: Math.min(entry.tokensUsed, LARGEST_COUNT),
    ordinal: platforms.indexOf(entry.platform),
  }));

/**
 * Cited pages per platform, most cited first. The first platform that cites a page carries the id of
 * the discovery event, in case the page is new.
 */
function toCited(pages: readonly CitedPage[], { prompts }: RunPlan) {
  const hashes = new Map(prompts.map((prompt) => [prompt.promptId, hashOf(prompt)]));
  const first = new Map(pages.map((page) => [page.pageId, page] as const).reverse());
  return [...Map.groupBy(pages, ({ platform }) => platform).values()].flatMap((own) =>
    own
      .toSorted((a, b) => b.times - a.times)
      .map((page, ordinal) => ({
        ...page,
        ordinal,
        citationId: citationIdOf(page.pageId, page.platform),
        eventId: first.get(page.pageId) === page ? newId() : null,
        promptHash: hashes.get(page.promptId) ?? '',
      })),
  );
}

/**
 * Stores results, citations, events, suggested names and the completion in one statement; nothing if
 * the run has ended in the meantime.
 */
export async function completeRun(
  deps: StoreDeps,
  tenant: Tenant,
  run: CompletedRun,
  names: NameCount,
): Promise<void> {
  const ref = { runId: run.id, runAt: run.createdAt };
  const [facts, pages] = await Promise.all([
    deps.db.query<StoredFact>(tenant, FACTS, { ...ref, platforms: run.platforms }),
    deps.db.query<CitedPage>(tenant, PAGES, ref),
  ]);
  const result = toRunResult(facts.map(toAnswerRow));
  const now = deps.now();
  // Sandbox answers cause no events for live data.
  const isTold = !run.sandbox || tenant.environment === 'test';
  const [channel, payload] = notification(runEvent(tenant, run, true));
  await deps.db.command(tenant, COMPLETE, {
    runId: run.id,
    status: result.results.length > 0 ? 'completed' : 'failed',
    completedAt: now,
    failures: JSON.stringify(result.failures),
    measures: JSON.stringify(toMeasures(result, run.plan)),
    results: JSON.stringify(toResults(result, run.platforms)),
    cited: JSON.stringify(toCited(pages, run.plan)),
    isTold,
    discoveredAt: now.toISOString(),
    names: JSON.stringify(names.most(MOST_STORED_NAMES)),
    channel,
    payload,
  });
}
