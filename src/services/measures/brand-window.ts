import type { EngineDeps, Statement, StoreDeps, Tenant, Values } from '../../deps.js';
import type { Window } from '../../domain/time/window.js';

/**
 * The answers of a brand that count in a window. Sandbox and real answers are never combined: the
 * newest completed probe of the window decides, or without one the current engines of the
 * environment.
 */
export interface BrandWindow {
  brandId: string;
  sandbox: boolean;
  /** Hash of the names that the newest completed probe searched for; null without a probe. */
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
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandIds: readonly string[],
  { from, until }: Window,
): Promise<BrandWindow[]> => {
  const { sandbox } = deps.engines.forEnvironment(tenant.environment);
  return deps.db.query(tenant, WINDOWS, { brandIds, from, until, sandbox });
};

/**
 * For statements over the answers `a` of several brands: one scan of the index `answer_of_brand` per
 * brand, in the partitions of the window only, whatever plan the server caches. An answer counts for
 * the day its run was started, so a run is never split between two days.
 */
export const OF_BRANDS =
  'unnest(:brandIds::uuid[], :sandboxes::boolean[]) as wanted (brand_id, sandbox)';
export const COUNTED = `a.account_id = :accountId and a.environment = :environment and a.brand_id = wanted.brand_id
  and a.sandbox = wanted.sandbox and a.run_at >= :from and a.run_at < :until`;

/** Runs of the window, with the rivals that each searched for. */
export const PROBES = `select r.brand_id, r.id, r.created_at, r.plan->'brand'->'competitors' as rivals
  from ${OF_BRANDS} join probe_run r on r.account_id = :accountId and r.environment = :environment and r.brand_id = wanted.brand_id
    and r.sandbox = wanted.sandbox and r.kind = 'probe' and r.status <> 'cancelled'
    and r.created_at >= :from and r.created_at < :until`;

/**
 * Start times of the runs in the window that searched for the same names as the newest one, whose
 * hash is in `:hashes`. Shares of voice count only these, because a rival that was added later could not appear
 * in the others.
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

/** Parameters of such a statement. */
export const toValues = (
  brands: readonly BrandWindow[],
  { from, until }: Pick<Window, 'from' | 'until'>,
): OfBrands => ({
  brandIds: brands.map(({ brandId }) => brandId),
  sandboxes: brands.map(({ sandbox }) => sandbox),
  from,
  until,
});
