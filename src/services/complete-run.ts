import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Scope, Statement } from '../deps.js';
import type { AnswerRow } from '../domain/answer-row.js';
import { newId } from '../domain/id.js';
import { type RunResult, toRunResult } from '../domain/run-result.js';
import {
  Outbox,
  ProbeResult,
  ResultCitation,
  type RunMeasures,
  type RunPlan,
} from '../entities/run.js';
import { runEvent } from '../events.js';
import { hashOf } from './analyse-answer.js';
import { type NameCount, recordSuggestions } from './competitor-suggestion.js';

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

interface CitedLink {
  platform: string;
  citationId: string;
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
    where a.account_id = $1 and a.environment = $2 and a.run_id = $3 and a.run_at = $4
    order by array_position($5::text[], a.platform), a.sequence`,
};
const LINKS: Statement = {
  name: 'links-of-run',
  text: `select platform, citation_id as "citationId", min(prompt_id::text) as "promptId", min(source_url) as "sourceUrl",
      min(source_domain) as "sourceDomain", min(context) as context, bool_or(owned) as owned, count(*) as times
    from answer_citation where account_id = $1 and environment = $2 and run_id = $3 and run_at = $4
    group by platform, citation_id order by platform, times desc, "sourceUrl"`,
};

/** Of a column, and of GraphQL's Int. */
const LARGEST_COUNT = 2_147_483_647;

const toAnswerRow = (fact: StoredFact): AnswerRow =>
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

/** Ranks compare only between runs that looked for the same names. */
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

/** Links that nobody had seen for this brand, platform and prompt; live ones become events. */
async function insertCitations(
  em: EntityManager,
  scope: Scope,
  run: CompletedRun,
  links: readonly CitedLink[],
  now: Date,
): Promise<void> {
  if (links.length === 0) return;
  const hashes = new Map(run.plan.prompts.map((prompt) => [prompt.promptId, hashOf(prompt)]));
  const rows = links.map((link) => ({
    id: link.citationId,
    platform: link.platform,
    source_url: link.sourceUrl,
    source_domain: link.sourceDomain,
    prompt_hash: hashes.get(link.promptId) ?? '',
    context: link.context,
    owned: link.owned,
  }));
  const discovered = await em.execute<
    {
      id: string;
      platform: string;
      source_url: string;
      source_domain: string;
      prompt_hash: string;
    }[]
  >(
    `insert into citation (account_id, environment, brand_id, sandbox, discovered_at, id, platform, source_url, source_domain, prompt_hash, context, owned)
     select ?, ?, ?, ?, ?, id, platform, source_url, source_domain, prompt_hash, context, owned
     from jsonb_to_recordset(?::jsonb) as c (id uuid, platform text, source_url text, source_domain text, prompt_hash text, context text, owned boolean)
     on conflict do nothing returning id, platform, source_url, source_domain, prompt_hash`,
    [scope.accountId, scope.environment, run.brandId, run.sandbox, now, JSON.stringify(rows)],
  );
  // Sandbox answers raise no event for live data.
  if (discovered.length === 0 || (run.sandbox && scope.environment === 'live')) return;
  await em.insertMany(
    Outbox,
    discovered.map((citation) => ({
      ...scope,
      id: newId(),
      event: 'citation.discovered',
      brandId: run.brandId,
      createdAt: now,
      data: {
        brandId: run.brandId,
        platform: citation.platform,
        sourceUrl: citation.source_url,
        sourceDomain: citation.source_domain,
        promptHash: citation.prompt_hash,
        discoveredAt: now.toISOString(),
      },
    })),
  );
}

/** One entry a link, however many prompts led to it; it is shown by the citation that came most often. */
function mostCited(links: readonly CitedLink[]): { citationId: string; times: number }[] {
  const byUrl = [...Map.groupBy(links, (link) => link.sourceUrl).values()];
  return byUrl
    .map((of) => ({
      citationId: of[0]?.citationId ?? '',
      times: of.reduce((sum, link) => sum + link.times, 0),
    }))
    .sort((a, b) => b.times - a.times);
}

async function insertResults(
  em: EntityManager,
  scope: Scope,
  run: CompletedRun,
  result: RunResult,
  links: readonly CitedLink[],
): Promise<void> {
  const place = { ...scope, runId: run.id };
  if (result.results.length > 0) {
    await em.insertMany(
      ProbeResult,
      result.results.map((entry) => ({
        ...place,
        ...entry,
        tokensUsed: Math.min(entry.tokensUsed, LARGEST_COUNT),
        ordinal: run.platforms.indexOf(entry.platform),
      })),
    );
  }
  const byPlatform = Map.groupBy(links, (link) => link.platform);
  const cited = [...byPlatform].flatMap(([platform, of]) =>
    mostCited(of).map(({ citationId, times }, ordinal) => ({
      ...place,
      platform,
      citationId,
      times,
      ordinal,
    })),
  );
  if (cited.length > 0) await em.insertMany(ResultCitation, cited);
}

/** Results, citations, their events, names to suggest and the completion: one transaction, and nothing if the run ended meanwhile. */
export async function completeRun(
  deps: Deps,
  scope: Scope,
  run: CompletedRun,
  names: NameCount,
): Promise<void> {
  const place = [scope.accountId, scope.environment, run.id, run.createdAt];
  const [facts, links] = await Promise.all([
    deps.db.read<StoredFact>(scope, FACTS, [...place, run.platforms]),
    deps.db.read<CitedLink>(scope, LINKS, place),
  ]);
  const result = toRunResult(facts.map(toAnswerRow));
  const now = deps.now();
  const status = result.results.length > 0 ? 'completed' : 'failed';
  await deps.db.write(scope, async (em) => {
    const closed = await em.execute<unknown[]>(
      `update probe_run set status = ?, completed_at = ?, failures = ?::jsonb, measures = ?::jsonb, sequence = sequence + 1,
         names_counted = sequence
       where account_id = ? and environment = ? and id = ? and status = 'running' returning id`,
      [
        status,
        now,
        JSON.stringify(result.failures),
        JSON.stringify(toMeasures(result, run.plan)),
        scope.accountId,
        scope.environment,
        run.id,
      ],
    );
    if (closed.length === 0) return;
    await insertCitations(em, scope, run, links, now);
    await insertResults(em, scope, run, result, links);
    await recordSuggestions(em, scope, run, names, now);
    if (status === 'completed')
      await deps.queue.send(em, 'run-examine', { ...scope, runId: run.id });
    await deps.events.publish(em, runEvent(scope, run, true));
  });
}
