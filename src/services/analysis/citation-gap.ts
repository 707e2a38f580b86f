import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import {
  type CitationGap,
  type CitingCell,
  citationGap,
  LEAST_ANSWERS,
  rivalDomains,
} from '../../domain/analysis/citation-gap.js';
import { STAGES, type Stage } from '../../domain/prompts/prompt-pack.js';
import { roundRate } from '../../domain/statistics/stats.js';
import { Outbox } from '../../entities/run.js';
import { runLinked, type TraceLink } from '../../observability/request-context.js';
import { GAP_DOMAINS, GAP_PROMPTS } from '../../webhooks/event-kinds.js';
import { loadCompetitors } from '../brands/brand.js';

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 28;

/** Citation gap of one stage of the funnel, from the answers of the last 28 days. */
export interface StageGap extends CitationGap {
  stage: Stage;
  promptIds: string[];
  /** Rival domains that these answers cite. */
  competitorDomains: string[];
  windowDays: number;
}

const DOMAINS: Statement = {
  name: 'cited-domains',
  text: `select distinct source_domain as domain from citation
    where account_id = :accountId and environment = :environment and brand_id = :brandId and sandbox = :sandbox`,
};
/** Domains contain no spaces, so one string can carry several of them out of an aggregate. */
const SIDES: Statement = {
  name: 'cited-sides',
  text: `select stage, platform, prompt_id as "promptId", count(*) as answers,
      count(*) filter (where domains is not null) as competitor, count(*) filter (where owned) as owned,
      coalesce((select array_agg(distinct domain) from unnest(string_to_array(string_agg(domains, ' '), ' ')) domain), '{}') as domains
    from (
      select p.stage, a.platform, a.prompt_id, a.owned_citations > 0 as owned, (
        select string_agg(distinct c.source_domain, ' ') from answer_citation c
          where (c.account_id, c.environment, c.run_id, c.platform, c.prompt_id, c.repeat, c.run_at)
            = (a.account_id, a.environment, a.run_id, a.platform, a.prompt_id, a.repeat, a.run_at)
          and c.source_domain = any(:domains) and not c.owned) as domains
      from answer a join prompt p on (p.account_id, p.environment, p.id) = (a.account_id, a.environment, a.prompt_id)
      where a.account_id = :accountId and a.environment = :environment and a.brand_id = :brandId and a.sandbox = :sandbox and a.run_at >= :since
        and a.status = 'answered' and a.citation_capable
    ) fact group by stage, platform, prompt_id`,
};

interface CitingRow extends CitingCell {
  stage: Stage;
  domains: string[];
}

/** One entry per stage with answers, in the order of the funnel. */
export async function loadCitationGaps(
  deps: StoreDeps,
  tenant: Tenant,
  brandId: string,
  sandbox: boolean,
): Promise<StageGap[]> {
  const of = { brandId, sandbox };
  const [competitors, cited] = await Promise.all([
    loadCompetitors(deps, tenant, [brandId]),
    deps.db.query<{ domain: string }>(tenant, DOMAINS, of),
  ]);
  const rivals = competitors.map(({ name, aliases, domains }) => ({
    names: [name, ...aliases.map(({ text }) => text)],
    domains,
  }));
  const domains = rivalDomains(
    rivals,
    cited.map(({ domain }) => domain),
  );
  const since = new Date(deps.now().getTime() - WINDOW_DAYS * DAY_MS);
  const rows = await deps.db.query<CitingRow>(tenant, SIDES, { ...of, since, domains });
  const gaps = [...Map.groupBy(rows, ({ stage }) => stage)].flatMap(([stage, cells]) => {
    const gap = citationGap(cells);
    const promptIds = [...new Set(cells.map(({ promptId }) => promptId))].sort();
    const competitorDomains = [...new Set(cells.flatMap((cell) => cell.domains))].sort();
    const facts = { stage, promptIds, competitorDomains, windowDays: WINDOW_DAYS };
    return gap === null ? [] : [{ ...gap, ...facts }];
  });
  return gaps.sort((a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage));
}

/** Rates are rounded to four decimals. */
export const toShownGap = (gap: StageGap): StageGap => ({
  ...gap,
  competitorRate: roundRate(gap.competitorRate),
  ownedRate: roundRate(gap.ownedRate),
  low: roundRate(gap.low),
  high: roundRate(gap.high),
});

/**
 * Data of the event. Its lists are truncated to limit the size of the event; `citationGaps` returns
 * them in full.
 */
export function toAlert(gap: StageGap): Record<string, unknown> {
  const { fires: _fires, high: _high, promptIds, competitorDomains, ...rest } = toShownGap(gap);
  return {
    ...rest,
    promptIds: promptIds.slice(0, GAP_PROMPTS),
    competitorDomains: competitorDomains.slice(0, GAP_DOMAINS),
  };
}

/** Open gaps, and whether there are enough answers for any gap: most brands have too few. */
const KNOWN: Statement = {
  name: 'known-gaps',
  text: `select brand_id as "brandId", sandbox, array(select stage from citation_gap g where g.account_id = :accountId
        and g.environment = :environment and g.brand_id = of.brand_id and g.sandbox = of.sandbox) as open,
      (select count(*) from (select from answer a where a.account_id = :accountId and a.environment = :environment
        and a.brand_id = of.brand_id and a.sandbox = of.sandbox and a.run_at >= :since and a.status = 'answered'
        and a.citation_capable limit ${LEAST_ANSWERS}) few) as answers
    from unnest(:brandIds::uuid[], :sandboxes::boolean[]) as of (brand_id, sandbox)`,
};

interface Known {
  brandId: string;
  sandbox: boolean;
  open: string[];
  /** Answers of citing engines, counted up to the minimum that matters. */
  answers: number;
}

const toArray = (list: readonly string[]): string => `{${list.join(',')}}`;

async function examineGapsOf(deps: StoreDeps, tenant: Tenant, known: Known): Promise<void> {
  const { brandId, sandbox } = known;
  const gaps = await loadCitationGaps(deps, tenant, brandId, sandbox);
  const open = gaps.filter((gap) => gap.fires);
  const stages = open.map(({ stage }) => stage);
  if (toArray(stages.toSorted()) === toArray(known.open.toSorted())) return;
  await deps.db.transaction(tenant, async (tx) => {
    const now = deps.now();
    await tx.execute(
      `delete from citation_gap where account_id = :accountId and environment = :environment and brand_id = :brandId and sandbox = :sandbox and not stage = any(:stages)`,
      { brandId, sandbox, stages },
    );
    for (const gap of open) {
      const opened = await tx.execute<unknown>(
        `insert into citation_gap (account_id, environment, brand_id, sandbox, stage, opened_at)
         values (:accountId, :environment, :brandId, :sandbox, :stage, :now)
         on conflict do nothing returning stage`,
        { brandId, sandbox, stage: gap.stage, now },
      );
      // Sandbox answers cause no events for live data.
      if (opened.length === 0 || (sandbox && tenant.environment === 'live')) continue;
      await tx.em.insert(Outbox, {
        ...tenant,
        id: newId(),
        event: 'citation.gap.alert',
        brandId,
        createdAt: now,
        data: toAlert(gap),
      });
    }
  });
}

/** Stores an event for each newly opened gap and deletes closed gaps. Each brand is given once. */
export async function examineCitationGaps(
  deps: StoreDeps,
  tenant: Tenant,
  brands: readonly { brandId: string; sandbox: boolean; origin?: TraceLink | null }[],
): Promise<void> {
  const since = new Date(deps.now().getTime() - WINDOW_DAYS * DAY_MS);
  const rows = await deps.db.query<Known>(tenant, KNOWN, {
    brandIds: brands.map(({ brandId }) => brandId),
    sandboxes: brands.map(({ sandbox }) => sandbox),
    since,
  });
  const origins = new Map(brands.map((of) => [`${of.brandId}/${of.sandbox}`, of.origin]));
  for (const known of rows)
    if (known.open.length > 0 || known.answers >= LEAST_ANSWERS)
      await runLinked(origins.get(`${known.brandId}/${known.sandbox}`), () =>
        examineGapsOf(deps, tenant, known),
      );
}
