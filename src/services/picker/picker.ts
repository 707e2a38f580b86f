import type { EngineDeps, Statement, StoreDeps, Tenant } from '../../deps.js';
import { type Candidate, type Heard, type Picked, pick } from '../../domain/picker/picker.js';
import { roundRate } from '../../domain/statistics/stats.js';
import { notFound } from '../../errors.js';
import { findBrand } from '../brands/brand.js';
import { checkCount } from '../input/validate.js';
import { loadAskedPacks } from '../prompts/prompt-pack.js';

const MOST_ITEMS = 200;

export interface Picker {
  brandId: string;
  items: Picked[];
  /** Number of picks before `limit` is applied. */
  total: number;
}

/**
 * One row per brand and prompt with all its answers; half-life and week are those of
 * domain/picker/picker. One line per platform, values separated by blanks, because JSON would cost
 * several times the counting for tens of thousands of lines. Materialized, so that the answers are
 * counted once for all brands and never per prompt, whatever the planner estimates.
 */
const CANDIDATES: Statement = {
  name: 'picker-candidates',
  text: `with heard as materialized (
      select brand_id, prompt_id, string_agg(concat_ws(' ', platform, answers, hits, decayed, decayed_hits, recent, recent_hits,
        date_part('epoch', last) * 1000), E'\\n') as heard
      from (
        select brand_id, prompt_id, platform, count(*) as answers, count(*) filter (where mentioned) as hits,
          sum(weight) as decayed, coalesce(sum(weight) filter (where mentioned), 0) as decayed_hits,
          count(*) filter (where age_days < 7) as recent,
          count(*) filter (where mentioned and age_days < 7) as recent_hits, max(asked_at) as last
        from (
          select brand_id, prompt_id, platform, mentioned, asked_at, age_days, exp(-ln(2) * age_days / 14) as weight
          from (
            select brand_id, prompt_id, platform, mentioned, asked_at,
              greatest(0, date_part('epoch', :now::timestamptz - asked_at) / 86400) as age_days
            from answer where account_id = :accountId and environment = :environment and brand_id = any(:brandIds::uuid[]) and status = 'answered' and sandbox = :sandbox
          ) aged
        ) weighed group by brand_id, prompt_id, platform
      ) cell group by brand_id, prompt_id
    )
    select asked.brand_id as "brandId", p.id as "promptId", p.text as prompt, coalesce(h.heard, '') as heard
    from unnest(:brandIds::uuid[], :packIds::uuid[]) as asked (brand_id, pack_id)
    join prompt p on p.account_id = :accountId and p.environment = :environment and p.pack_id = asked.pack_id and p.enabled
    left join heard h on h.brand_id = asked.brand_id and h.prompt_id = p.id`,
};

interface CandidateRow {
  brandId: string;
  promptId: string;
  prompt: string;
  heard: string;
}

function toHeard(line: string): Heard {
  const [platform = '', ...values] = line.split(' ');
  const [
    answers = 0,
    hits = 0,
    decayed = 0,
    decayedHits = 0,
    recent = 0,
    recentHits = 0,
    lastMs = 0,
  ] = values.map(Number);
  return {
    platform,
    answers,
    decayedHits,
    decayedMisses: decayed - decayedHits,
    recentAnswers: recent,
    recentHits,
    earlierAnswers: answers - recent,
    earlierHits: hits - recentHits,
    lastSampledAt: new Date(lastMs),
  };
}

const toCandidate = ({ promptId, prompt, heard }: CandidateRow): Candidate => ({
  promptId,
  prompt,
  heard: heard === '' ? [] : heard.split('\n').map(toHeard),
});

const toPicked = (item: Picked): Picked => ({
  ...item,
  priorityScore: roundRate(item.priorityScore),
  gains: item.gains.map(({ platform, gain }) => ({ platform, gain: roundRate(gain) })),
});

export const checkLimit = (limit: number): number => checkCount('limit', limit, 1, MOST_ITEMS);

export const limitPicks = (picker: Picker, limit: number): Picker => ({
  ...picker,
  items: picker.items.slice(0, limit),
});

/** Picks per brand: about 5 % of its prompts, those with the highest expected information. */
export async function loadPicks(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandIds: readonly string[],
): Promise<Picker[]> {
  const packs = await loadAskedPacks(deps, tenant, brandIds);
  // Sandbox and real answers are never combined: the current engines of the environment decide.
  const { configured, sandbox } = deps.engines.forEnvironment(tenant.environment);
  const rows = await deps.db.query<CandidateRow>(tenant, CANDIDATES, {
    brandIds: packs.map((pack) => pack.askedBrandId),
    packIds: packs.map((pack) => pack.id),
    sandbox,
    now: deps.now(),
  });
  const byBrand = Map.groupBy(rows, (row) => row.brandId);
  return packs.map(({ askedBrandId: brandId }) => {
    const items = pick((byBrand.get(brandId) ?? []).map(toCandidate), configured);
    return { brandId, total: items.length, items: items.slice(0, MOST_ITEMS).map(toPicked) };
  });
}

/** The first `limit` picks of one brand. */
export async function listPicks(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandId: string,
  limit: number,
): Promise<Picker> {
  checkLimit(limit);
  const { id } = await findBrand(deps, tenant, brandId);
  const [picker] = await loadPicks(deps, tenant, [id]);
  if (!picker) throw notFound('brand');
  return limitPicks(picker, limit);
}
