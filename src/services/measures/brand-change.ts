import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import {
  type BrandChange,
  type CitedDomain,
  findCitationChanges,
  findVisibilityShifts,
  NO_DETAILS,
} from '../../domain/measures/brand-change.js';
import type { VisibilityPoint } from '../../domain/measures/visibility-series.js';
import { type Window, windowBefore } from '../../domain/time/window.js';
import { type BrandWindow, OF_BRANDS, toValues } from './brand-window.js';

const SUBJECT_LENGTH = 80;

/** Incidents of the same kind of answers (sandbox or real), suggestions, and changes of the prompt pack. */
const RECORDED: Statement = {
  name: 'brand-changes',
  text: `select change.* from ${OF_BRANDS} cross join lateral (
      select wanted.brand_id as "brandId", of.kind, of.at, i.title as subject, i.id as "subjectId", i.severity,
        null::float8 as before, null::float8 as after
      from incident i cross join lateral (values ('incident_opened', i.opened_at), ('incident_resolved', i.resolved_at)) of (kind, at)
      where i.account_id = :accountId and i.environment = :environment and i.brand_id = wanted.brand_id and i.sandbox = wanted.sandbox
        and of.at >= :from and of.at < :until
      union all
      select wanted.brand_id, of.kind, of.at, left(s.content, ${SUBJECT_LENGTH}), s.id, null,
        case of.kind when 'suggestion_measured' then (s.uplift->>'before')::float8 end,
        case of.kind when 'suggestion_measured' then (s.uplift->>'after')::float8 end
      from suggestion s cross join lateral (values ('suggestion_applied', s.applied_at), ('suggestion_measured', s.measured_at)) of (kind, at)
      where s.account_id = :accountId and s.environment = :environment and s.brand_id = wanted.brand_id and s.status not in ('running', 'failed')
        and of.at >= :from and of.at < :until
      union all
      select wanted.brand_id, 'prompts_changed', asked.at, k.name, k.id, null, null, null
      from (
        select r.prompt_pack_id, min(r.created_at) as at, min(min(r.created_at)) over () as first from probe_run r
        where r.account_id = :accountId and r.environment = :environment and r.brand_id = wanted.brand_id and r.sandbox = wanted.sandbox
          and r.kind = 'probe' and r.answered > 0
        group by r.prompt_pack_id
      ) asked join prompt_pack k on (k.account_id, k.environment, k.id) = (:accountId, :environment, asked.prompt_pack_id)
      where asked.at > asked.first and asked.at >= :from and asked.at < :until
    ) change`,
};
const RUNS = `probe_run r where r.account_id = :accountId and r.environment = :environment and r.brand_id = wanted.brand_id
  and r.sandbox = wanted.sandbox and r.kind = 'probe' and r.status <> 'cancelled' and r.answered > 0 and r.created_at >= :from and r.created_at < :until`;
const RUN_TIMES: Statement = {
  name: 'brand-run-times',
  text: `select wanted.brand_id as "brandId", array(select r.created_at from ${RUNS} order by 1) as times from ${OF_BRANDS}`,
};
const DOMAINS: Statement = {
  name: 'brand-cited-domains',
  text: `select cited.* from ${OF_BRANDS} cross join lateral (
      select wanted.brand_id as "brandId", c.source_domain as domain, bool_or(c.owned) as owned,
        count(distinct c.run_id) as runs, min(c.run_at) as first, max(c.run_at) as last
      from (select r.id, r.created_at from ${RUNS}) run join answer_citation c on c.account_id = :accountId
        and c.environment = :environment and c.run_id = run.id and c.run_at = run.created_at and c.run_at >= :from and c.run_at < :until
      group by 2
    ) cited`,
};

type Recorded = Omit<BrandChange, 'owned'> & { brandId: string };

/**
 * Recorded changes and changes of citations within the window, in the order of the brands. The runs
 * of the preceding window also count when a domain is tested as new or dropped.
 */
export async function loadBrandChanges(
  deps: StoreDeps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
): Promise<BrandChange[][]> {
  const both = { from: windowBefore(window).from, until: window.until };
  const [recorded, times, domains] = await Promise.all([
    deps.db.query<Recorded>(tenant, RECORDED, toValues(brands, window)),
    deps.db.query<{ brandId: string; times: Date[] }>(tenant, RUN_TIMES, toValues(brands, both)),
    deps.db.query<CitedDomain & { brandId: string }>(tenant, DOMAINS, toValues(brands, both)),
  ]);
  const recordedOf = Map.groupBy(recorded, ({ brandId }) => brandId);
  const domainsOf = Map.groupBy(domains, ({ brandId }) => brandId);
  const timesOf = new Map(times.map((row) => [row.brandId, row.times]));
  return brands.map(({ brandId }) => {
    const told = (recordedOf.get(brandId) ?? []).map(({ brandId: _, ...change }) => ({
      ...NO_DETAILS,
      ...change,
    }));
    const cited = findCitationChanges(
      domainsOf.get(brandId) ?? [],
      timesOf.get(brandId) ?? [],
    ).filter(({ at }) => at >= window.from);
    return [...told, ...cited];
  });
}

/** Adds the visibility shifts of the window; newest first. */
export const toChangeList = (
  changes: readonly BrandChange[],
  points: readonly VisibilityPoint[],
  first: number,
): BrandChange[] =>
  [...changes, ...findVisibilityShifts(points)]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, first);
