import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import {
  countHits,
  countStages,
  type PromptCell,
  type PromptTotals,
} from '../../domain/measures/prompt-breakdown.js';
import type { Stage } from '../../domain/prompts/prompt-pack.js';
import { type Window, windowBefore } from '../../domain/time/window.js';
import { ASKED_OF } from '../prompts/prompt-pack.js';
import { type BrandWindow, COUNTED, OF_BRANDS, toValues } from './brand-window.js';

/** Shared by the prompt breakdown and the funnel. */
export interface PromptBreakdownRows {
  brandId: string;
  days: number;
  sandbox: boolean;
  tallies: PromptTotals[];
}

interface Row extends PromptCell {
  brandId: string;
  branded: boolean;
  current: boolean;
}

interface Wording {
  brandId: string;
  promptId: string;
  text: string;
  stage: Stage;
}

const CELLS: Statement = {
  name: 'prompt-cells',
  text: `select cell.* from ${OF_BRANDS} cross join lateral (
      select wanted.brand_id as "brandId", a.platform, a.prompt_id as "promptId",
        a.run_at >= :since as current, bool_or(a.branded) as branded,
        count(*) filter (where a.status = 'answered') as answers, count(*) filter (where a.status = 'failed') as failed, count(*) filter (where a.mentioned) as mentions,
        count(*) filter (where a.mentioned and a.sentiment = 'positive') as positive,
        count(*) filter (where a.mentioned and a.sentiment = 'neutral' and a.sentiment_method <> 'none') as neutral,
        count(*) filter (where a.mentioned and a.sentiment = 'negative') as negative,
        count(a.rank) as ranked, coalesce(sum(a.rank), 0) as "rankSum",
        coalesce(sum(a.citations), 0) as citations, coalesce(sum(a.owned_citations), 0) as "ownedCitations"
      from answer a where ${COUNTED} group by 2, 3, 4
    ) cell`,
};
/** Prompts of the packs asked in the window; without any, of the pack that would be asked. */
const MONITORED: Statement = {
  name: 'monitored-prompts',
  text: `select wanted.brand_id as "brandId", p.id as "promptId", p.text, p.stage
    from unnest(:ids::uuid[]) as wanted (brand_id) join prompt p
      on p.account_id = :accountId and p.environment = :environment and p.enabled and p.pack_id = any(coalesce(
        (select array_agg(distinct r.prompt_pack_id) filter (where r.prompt_pack_id is not null) from probe_run r where r.account_id = :accountId and r.environment = :environment
          and r.brand_id = wanted.brand_id and r.kind = 'probe' and r.created_at >= :from and r.created_at < :until),
        array(select k.id from prompt_pack k where k.account_id = :accountId and k.environment = :environment
          and ${ASKED_OF('wanted.brand_id')} order by k.is_bound desc limit 1)))`,
};
/**
 * Prompts that were asked but are no longer monitored, in their current wording; deleted prompts in
 * their last wording.
 */
const FORMER: Statement = {
  name: 'former-prompts',
  text: `select wanted.brand_id as "brandId", wanted.prompt_id as "promptId", coalesce(p.text, planned.text) as text,
      coalesce(p.stage, planned.stage) as stage
    from unnest(:brandIds::uuid[], :promptIds::uuid[]) as wanted (brand_id, prompt_id)
      left join prompt p on (p.account_id, p.environment, p.id) = (:accountId, :environment, wanted.prompt_id)
      left join lateral (
        select item->>'text' as text, item->>'stage' as stage
        from probe_run r cross join jsonb_array_elements(r.plan->'prompts') as item
        where p.id is null and r.account_id = :accountId and r.environment = :environment and r.brand_id = wanted.brand_id
          and item->>'promptId' = wanted.prompt_id::text
        order by r.id desc limit 1
      ) planned on true
    where coalesce(p.stage, planned.stage) is not null`,
};

const keyOf = ({ brandId, promptId }: { brandId: string; promptId: string }): string =>
  `${brandId}/${promptId}`;

/** Prompts per brand, oldest first, in the order of the brands. */
export async function loadPromptBreakdownRows(
  deps: StoreDeps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
): Promise<PromptBreakdownRows[]> {
  const ids = brands.map(({ brandId }) => brandId);
  const both = { from: windowBefore(window).from, until: window.until };
  const [cells, monitored] = await Promise.all([
    deps.db.query<Row>(tenant, CELLS, { ...toValues(brands, both), since: window.from }),
    deps.db.query<Wording>(tenant, MONITORED, { ids, from: window.from, until: window.until }),
  ]);
  const asked = Map.groupBy(
    cells.filter(({ current }) => current),
    keyOf,
  );
  const askedBefore = Map.groupBy(
    cells.filter(({ current }) => !current),
    keyOf,
  );
  const known = new Set(monitored.map(keyOf));
  const missing = [...asked.entries()].flatMap(([key, [row]]) =>
    known.has(key) || row === undefined ? [] : [row],
  );
  const former =
    missing.length === 0
      ? []
      : await deps.db.query<Wording>(tenant, FORMER, {
          brandIds: missing.map((row) => row.brandId),
          promptIds: missing.map((row) => row.promptId),
        });
  const byBrand = Map.groupBy([...monitored, ...former], (wording) => wording.brandId);
  return brands.map(({ brandId, sandbox }) => {
    const prompts = (byBrand.get(brandId) ?? []).sort((a, b) => (a.promptId < b.promptId ? -1 : 1));
    const tallies = prompts.map(({ promptId, text, stage }) => {
      const key = keyOf({ brandId, promptId });
      const now = asked.get(key) ?? [];
      const branded = now.some((cell) => cell.branded);
      return { promptId, text, stage, branded, cells: now, before: askedBefore.get(key) ?? [] };
    });
    return { brandId, days: window.days, sandbox, tallies };
  });
}

/** Each prompt keeps its brand and days, for fields that are resolved later. */
export function toPromptBreakdown({ tallies, ...window }: PromptBreakdownRows) {
  const { prompts, ...rates } = countHits(tallies);
  const { brandId, days } = window;
  return { ...window, ...rates, prompts: prompts.map((prompt) => ({ ...prompt, brandId, days })) };
}

/** One prompt of the breakdown. */
export type ListedPrompt = ReturnType<typeof toPromptBreakdown>['prompts'][number];

export const toStages = ({ tallies, ...window }: PromptBreakdownRows) => ({
  ...window,
  stages: countStages(tallies),
});
