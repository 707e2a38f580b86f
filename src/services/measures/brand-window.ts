import type { Deps, Statement, Tenant, Values } from '../../deps.js';
import type { Window } from '../../domain/time/window.js';

/**
 * Which of a brand's answers a window counts. A number never combines sandbox and real answers: the newest
 * completed probe of the window decides, and where there is none, the environment that the engines are in now.
 */
export interface BrandWindow {
  brandId: string;
  sandbox: boolean;
  /** What the newest completed probe looked for; null where there is none. */
  competitorSetHash: string | null;
}

const WINDOWS: Statement = {
  name: 'brand-windows',
  text: `select wanted.brand_id as "brandId", coalesce(run.sandbox, :sandbox) as sandbox,
      run.measures->>'entitySetHash' as "competitorSetHash"
    from unnest(:brandIds::uuid[]) with ordinality as wanted (brand_id, place) left join lateral (
      select r.sandbox, r.measures from probe_run r
      where r.account_id = :accountId and r.environment = :environment and r.brand_id = wanted.brand_id and r.kind = 'probe'
        and r.status = 'completed' and r.completed_at >= :from and r.created_at >= :from and r.created_at < :until
      order by r.completed_at desc limit 1
    ) run on true order by wanted.place`,
};

/** In the order of the brands. */
export const loadBrandWindows = (
  deps: Deps,
  tenant: Tenant,
  brandIds: readonly string[],
  { from, until }: Window,
): Promise<BrandWindow[]> => {
  const { sandbox } = deps.engines.forEnvironment(tenant.environment);
  return deps.db.query(tenant, WINDOWS, { brandIds, from, until, sandbox });
};

/**
 * For statements over the answers `a` of several brands: one pass over each brand's own stretch of the index
 * `answer_of_brand`, in the partitions of the window only, whatever plan the server comes to keep. An answer
 * counts for the day on which its run was started, so that a run is never split between two days.
 */
export const OF_BRANDS =
  'unnest(:brandIds::uuid[], :sandboxes::boolean[]) as wanted (brand_id, sandbox)';
export const COUNTED = `a.account_id = :accountId and a.environment = :environment and a.brand_id = wanted.brand_id
  and a.sandbox = wanted.sandbox and a.run_at >= :from and a.run_at < :until`;

/** The runs of the window, with the rivals that each looked for. */
export const PROBES = `select r.brand_id, r.id, r.created_at, r.plan->'brand'->'competitors' as rivals
  from ${OF_BRANDS} join probe_run r on r.account_id = :accountId and r.environment = :environment and r.brand_id = wanted.brand_id
    and r.sandbox = wanted.sandbox and r.kind = 'probe' and r.status <> 'cancelled'
    and r.created_at >= :from and r.created_at < :until`;

/**
 * When those runs of the window began that looked for the same names as the newest one, whose hash is in `:hashes`: shares of
 * voice count their answers alone, since a rival that was added later had no chance in the others.
 */
export const ALIKE = `select distinct r.brand_id, r.created_at
  from unnest(:brandIds::uuid[], :sandboxes::boolean[], :hashes::text[]) as wanted (brand_id, sandbox, hash)
    join probe_run r on r.account_id = :accountId and r.environment = :environment and r.brand_id = wanted.brand_id
      and r.sandbox = wanted.sandbox and r.kind = 'probe' and r.status <> 'cancelled'
      and r.created_at >= :from and r.created_at < :until
      and r.measures->>'entitySetHash' is not distinct from wanted.hash`;

export const hashesOf = (brands: readonly BrandWindow[]): (string | null)[] =>
  brands.map(({ competitorSetHash }) => competitorSetHash);

interface OfBrands extends Values {
  brandIds: string[];
  sandboxes: boolean[];
  from: Date;
  until: Date;
}

/** The values of such a statement. */
export const toValues = (
  brands: readonly BrandWindow[],
  { from, until }: Pick<Window, 'from' | 'until'>,
): OfBrands => ({
  brandIds: brands.map(({ brandId }) => brandId),
  sandboxes: brands.map(({ sandbox }) => sandbox),
  from,
  until,
});
