import { notification, runEvent } from '../../database/events.js';
import type { Statement, StoreDeps, Tenant, Values } from '../../deps.js';
import { isId } from '../../domain/accounts/id.js';
import type { Analysis } from '../../domain/answers/analyse-answer.js';
import type { RankBasis } from '../../domain/answers/rank.js';
import type { Sentiment } from '../../domain/answers/sentiment.js';
import type { Judgement } from '../../domain/answers/verdict.js';
import { roundRate } from '../../domain/statistics/stats.js';

/** One answer in stored form: its measures, text, mentions and citations. */
export interface NewAnswer extends Analysis {
  platform: string;
  promptId: string;
  repeat: number;
  askedAt: Date;
  status: 'answered' | 'failed';
  errorCode: string | null;
  errorMessage: string | null;
  branded: boolean;
  citationCapable: boolean;
  tokensUsed: number;
  costUsd: number | null;
  latencyMs: number;
  model: string;
  /** Whether the engine searched; null when unknown. */
  webSearch: boolean | null;
  /** Whether a search was requested. */
  webSearchAsked: boolean;
  country: string | null;
  language: string;
  sandbox: boolean;
  text: string;
  searchQueries: string[];
  truncated: boolean;
  /** Raw verdicts behind a judged sentiment; null without a judge. */
  judgement: Judgement | null;
}

export interface AnswerRow {
  runId: string;
  /** Creation time of the run, which selects the partition. */
  runAt: Date;
  platform: string;
  promptId: string;
  repeat: number;
  sequence: number;
  askedAt: Date;
  status: 'answered' | 'failed';
  errorCode: string | null;
  errorMessage: string | null;
  branded: boolean;
  mentioned: boolean;
  uncertain: boolean;
  rank: number | null;
  /** Also null for answers stored before the basis was recorded. */
  rankBasis: RankBasis | null;
  position: number | null;
  sentiment: Sentiment | null;
  /** Position divided by the length of the text. */
  relativePosition: number | null;
  tokensUsed: number;
  costUsd: number | null;
  costKnown: boolean;
  latencyMs: number;
  model: string;
  /** Whether the engine searched; null when unknown. */
  webSearch: boolean | null;
  /** Whether a search was requested. */
  webSearchAsked: boolean;
  country: string | null;
  language: string;
  sandbox: boolean;
  /** Empty once the text has expired. */
  text: string;
  textExpired: boolean;
  snippet: string;
  searchQueries: string[];
  truncated: boolean;
}

/**
 * One statement stores the answer, its text, mentions and links, the counters of the run and the
 * notification, so all or nothing. Stores nothing when the run is no longer running.
 */
const STORE: Statement = {
  name: 'store-answer',
  text: `with run as (
      update probe_run set sequence = sequence + 1,
        answered = answered + (:status = 'answered')::int, failed = failed + (:status = 'failed')::int
      where account_id = :accountId and environment = :environment and id = :runId and status = 'running'
      returning sequence, created_at, brand_id
    ), fact as (
      insert into answer (account_id, environment, run_id, platform, prompt_id, repeat, run_at, brand_id, sequence,
        asked_at, status, error_code, branded, mentioned, rank, position, citation_capable, tokens_used, cost_usd,
        latency_ms, model, web_search, country, language, sandbox, citations, owned_citations,
        truncated, named, sentiment, sentiment_score, sentiment_method, prominence, stated, web_search_asked,
        rank_basis, uncertain)
      select :accountId, :environment, :runId, :platform, :promptId, :repeat, created_at, brand_id, sequence, :askedAt, :status, :errorCode, :branded, :mentioned, :rank, :position, :citationCapable, :tokensUsed, :costUsd,
        :latencyMs, :model, :webSearch, :country, :language, :sandbox, :citations, :ownedCitations, :truncated, jsonb_array_length(:mentions::jsonb), :sentiment, :sentimentScore, :sentimentMethod, :prominence, :stated::jsonb, :webSearchAsked, :rankBasis, :uncertain from run
    ), words as (
      insert into answer_text (account_id, environment, run_id, platform, prompt_id, repeat, run_at,
        text, snippet, error_message, search_queries, judgement)
      select :accountId, :environment, :runId, :platform, :promptId, :repeat, created_at, :text, :snippet, :errorMessage, :searchQueries, :judgement from run
    ), named as (
      insert into answer_mention (account_id, environment, run_id, platform, prompt_id, repeat, run_at,
        entity_id, rank, position, mentions, prominence)
      select :accountId, :environment, :runId, :platform, :promptId, :repeat, created_at, m."entityId", m.rank, m.position, m.mentions, m.prominence
      from run, jsonb_to_recordset(:mentions::jsonb) as m ("entityId" text, rank smallint, position int, mentions smallint,
        prominence double precision)
    ), cited as (
      insert into answer_citation (account_id, environment, run_id, platform, prompt_id, repeat, run_at,
        ordinal, page_id, source_url, source_domain, context, owned)
      select :accountId, :environment, :runId, :platform, :promptId, :repeat, created_at, c.ordinal, c."pageId", c."sourceUrl", c."sourceDomain", c.context, c.owned
      from run, jsonb_to_recordset(:links::jsonb)
        as c (ordinal smallint, "pageId" uuid, "sourceUrl" text, "sourceDomain" text, context text, owned boolean)
    )
    select sequence, pg_notify(:channel, :payload) from run`,
};

const UNIQUE_VIOLATION = '23505';

/** False when the run has ended in the meantime. An answer that is already stored is kept. */
export async function storeAnswer(
  deps: StoreDeps,
  tenant: Tenant,
  run: { id: string; brandId: string },
  answer: NewAnswer,
): Promise<boolean> {
  const [channel, payload] = notification(runEvent(tenant, run, false));
  const { citations, mentions, sentiment, judgement, stated, untracked: _, ...facts } = answer;
  const values = {
    ...facts,
    ...{ runId: run.id, channel, payload },
    citations: citations.length,
    ownedCitations: citations.filter((citation) => citation.owned).length,
    mentions: JSON.stringify(mentions),
    links: JSON.stringify(citations.map((citation, ordinal) => ({ ordinal, ...citation }))),
    sentiment: sentiment?.label ?? null,
    sentimentScore: sentiment?.score ?? null,
    sentimentMethod: sentiment?.method ?? null,
    judgement: judgement && JSON.stringify(judgement),
    stated: stated.length === 0 ? null : JSON.stringify(stated),
  };
  try {
    return (await deps.db.command(tenant, STORE, values)).length > 0;
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return true;
    throw error;
  }
}

export interface AnswerFilter {
  platform: string | null;
  promptId: string | null;
  status: 'answered' | 'failed' | null;
  mentioned: boolean | null;
}

export interface AnswerPage {
  first: number;
  /** Sequence of the last answer seen. */
  after: number;
}

/** The creation time of a run selects the partition of its answers. */
export interface RunRef {
  id: string;
  createdAt: Date;
}

const OF_RUN = `unnest(:runIds::uuid[], :runAts::timestamptz[]) as run (id, created_at) cross join lateral`;
const FILTERED = `a.account_id = :accountId and a.environment = :environment and a.run_id = run.id and a.run_at = run.created_at
  and (:platform::text is null or a.platform = :platform) and (:promptId::uuid is null or a.prompt_id = :promptId)
  and (:status::text is null or a.status = :status) and (:mentioned::boolean is null or a.mentioned = :mentioned)`;
/** Columns of an answer `a` with its text `t`. */
export const ANSWER_COLUMNS = `a.run_id as "runId", a.run_at as "runAt", a.platform, a.prompt_id as "promptId", a.repeat, a.sequence, a.asked_at as "askedAt", a.status,
        a.error_code as "errorCode", t.error_message as "errorMessage", a.branded, a.mentioned, a.uncertain, a.rank, a.rank_basis as "rankBasis", a.position,
        case when a.sentiment is not null then jsonb_build_object(
          'label', a.sentiment, 'score', a.sentiment_score, 'method', a.sentiment_method) end as sentiment,
        a.tokens_used as "tokensUsed", a.cost_usd as "costUsd", a.cost_usd is not null as "costKnown", a.truncated,
        a.latency_ms as "latencyMs", a.model,
        a.web_search as "webSearch", a.web_search_asked as "webSearchAsked", a.country, a.language, a.sandbox,
        coalesce(t.text, '') as text, t.text is null as "textExpired", coalesce(t.snippet, '') as snippet,
        coalesce(t.search_queries, '{}') as "searchQueries"`;
export const ANSWERS_WITH_WORDS = `answer a left join answer_text t
  using (account_id, environment, run_id, platform, prompt_id, repeat, run_at)`;
const LIST: Statement = {
  name: 'answers',
  text: `select of.* from ${OF_RUN} (
      select ${ANSWER_COLUMNS} from ${ANSWERS_WITH_WORDS}
      where ${FILTERED} and a.sequence > :after order by a.sequence limit :limit
    ) of order by "runId", sequence`,
};
const COUNT: Statement = {
  name: 'answer-counts',
  text: `select run.id as "runId", of.count from ${OF_RUN} (select count(*) as count from answer a where ${FILTERED}) of`,
};

const NO_ID = '00000000-0000-0000-0000-000000000000';

const toValues = (runs: readonly RunRef[], filter: AnswerFilter): Values => ({
  runIds: runs.map((run) => run.id),
  runAts: runs.map((run) => run.createdAt),
  platform: filter.platform,
  // An invalid id gives the same result as an unknown id.
  promptId: filter.promptId === null || isId(filter.promptId) ? filter.promptId : NO_ID,
  status: filter.status,
  mentioned: filter.mentioned,
});

/** Unique key of an answer. */
export type AnswerKey = Pick<AnswerRow, 'runId' | 'runAt' | 'platform' | 'promptId' | 'repeat'>;
export const toAnswerId = ({
  runId,
  platform,
  promptId,
  repeat,
}: Omit<AnswerKey, 'runAt'>): string => `${runId}/${platform}/${promptId}/${repeat}`;

export type StoredAnswer = Omit<AnswerRow, 'relativePosition'>;

export const toAnswerRow = (row: StoredAnswer): AnswerRow => ({
  ...row,
  sentiment: row.sentiment && {
    ...row.sentiment,
    score: row.sentiment.score === null ? null : roundRate(row.sentiment.score),
  },
  // Both lengths are in UTF-16 units, which the database does not count.
  relativePosition:
    row.position === null || row.text === '' ? null : roundRate(row.position / row.text.length),
});

/** Per run, in stored order; reads one row more than requested, to detect a next page. */
export async function loadAnswers(
  deps: StoreDeps,
  tenant: Tenant,
  runs: readonly RunRef[],
  filter: AnswerFilter,
  page: AnswerPage,
): Promise<AnswerRow[]> {
  const values = { ...toValues(runs, filter), after: page.after, limit: page.first + 1 };
  const rows = await deps.db.query<StoredAnswer>(tenant, LIST, values);
  return rows.map(toAnswerRow);
}

export const countAnswers = (
  deps: StoreDeps,
  tenant: Tenant,
  runs: readonly RunRef[],
  filter: AnswerFilter,
): Promise<{ runId: string; count: number }[]> =>
  deps.db.query(tenant, COUNT, toValues(runs, filter));
