import type { Deps, Statement, Tenant } from '../../deps.js';
import { type Candidate, type Heard, type Picked, pick } from '../../domain/picker/picker.js';
import { roundRate } from '../../domain/statistics/stats.js';
import { findBrand } from '../brands/brand.js';
import { checkCount } from '../input/validate.js';
import { findPackOf } from '../prompts/prompt-pack.js';

const MOST_ITEMS = 200;

export interface Picker {
  brandId: string;
  items: Picked[];
  /** What was picked before `limit`. */
  total: number;
}

/**
 * One row per prompt with all that was heard of it: the half-life, and the week, are those of domain/picker/picker. A line per
 * platform, its values divided by blanks: for tens of thousands of them JSON costs several times the counting.
 */
const CANDIDATES: Statement = {
  name: 'picker-candidates',
  text: `select p.id as "promptId", p.text as prompt, coalesce(h.heard, '') as heard
    from prompt p left join (
      select prompt_id, string_agg(concat_ws(' ', platform, answers, hits, decayed, decayed_hits, recent, recent_hits,
        date_part('epoch', last) * 1000), E'\\n') as heard
      from (
        select prompt_id, platform, count(*) as answers, count(*) filter (where mentioned) as hits,
          sum(weight) as decayed, coalesce(sum(weight) filter (where mentioned), 0) as decayed_hits,
          count(*) filter (where age_days < 7) as recent,
          count(*) filter (where mentioned and age_days < 7) as recent_hits, max(asked_at) as last
        from (
          select prompt_id, platform, mentioned, asked_at, age_days, exp(-ln(2) * age_days / 14) as weight
          from (
            select prompt_id, platform, mentioned, asked_at,
              greatest(0, date_part('epoch', $6::timestamptz - asked_at) / 86400) as age_days
            from answer where account_id = $1 and environment = $2 and brand_id = $4 and status = 'answered' and sandbox = $5
          ) aged
        ) weighed group by prompt_id, platform
      ) cell group by prompt_id
    ) h on h.prompt_id = p.id
    where p.account_id = $1 and p.environment = $2 and p.pack_id = $3 and p.enabled`,
};

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

export const checkLimit = (limit: number): number => checkCount('limit', limit, 1, MOST_ITEMS);

/** About 5 % of the prompts that the brand is asked: those whose next answer is expected to tell most of this brand. */
export async function listPicks(
  deps: Deps,
  tenant: Tenant,
  brandId: string,
  limit: number,
): Promise<Picker> {
  checkLimit(limit);
  const brand = await findBrand(deps, tenant, brandId);
  const pack = await findPackOf(deps, tenant, brandId, null);
  // A number never combines sandbox and real answers: the environment that the engines are in now decides.
  const { configured, sandbox } = deps.engines.forEnvironment(tenant.environment);
  const rows = await deps.db.query<{ promptId: string; prompt: string; heard: string }>(
    tenant,
    CANDIDATES,
    [pack.id, brand.id, sandbox, deps.now()],
  );
  const candidates = rows.map(
    ({ heard, ...row }): Candidate => ({
      ...row,
      heard: heard === '' ? [] : heard.split('\n').map(toHeard),
    }),
  );
  const picked = pick(candidates, configured);
  return {
    brandId: brand.id,
    total: picked.length,
    items: picked.slice(0, limit).map((item) => ({
      ...item,
      priorityScore: roundRate(item.priorityScore),
      gains: item.gains.map(({ platform, gain }) => ({ platform, gain: roundRate(gain) })),
    })),
  };
}
