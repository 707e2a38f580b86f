import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Scope, Statement } from '../../deps.js';
import { isPlatformShift } from '../../domain/collapse.js';
import type { Falls } from '../../domain/fall.js';
import { PLATFORM_SHIFT } from '../../domain/incident.js';
import { toSeverity } from '../../domain/severity.js';
import type { ExaminedRun } from './examined-run.js';
import type { Sighting } from './sighting.js';
import { DAY_MS } from './windows.js';

const LEAST_RELATIVE_DROP = 0.3;
const LEAST_NOW = 5;
const LEAST_BASE = 21;

/** Whether a platform changed is seen in so many brands as well as in a thousand, which take a second to count. */
const MOST_BRANDS = 30;

/**
 * The brand and others of the account that had a run since, on these platforms: the last 24 hours against the month
 * before.
 */
const OF_BRANDS: Statement = {
  name: 'falls-of-brands',
  text: `select b.id as "brandId", of.platform, 1 - of.now / of.before as "relativeDrop"
    from (
      select $9::uuid as id union (
        select b.id from brand b where b.account_id = $1 and b.environment = $2 and b.deleted_at is null
          and exists (select from probe_run r where r.account_id = $1 and r.environment = $2 and r.brand_id = b.id
            and r.kind = 'probe' and r.status = 'completed' and r.completed_at > $4 and r.sandbox = $3)
        order by b.id limit ${MOST_BRANDS})
    ) b cross join lateral (
      select a.platform, avg(a.mentioned::int) filter (where a.run_at > $4) as now,
        nullif(avg(a.mentioned::int) filter (where a.run_at < $5), 0) as before,
        count(*) filter (where a.run_at > $4) as answers, count(*) filter (where a.run_at < $5) as base_answers
      from answer a where a.account_id = $1 and a.environment = $2 and a.brand_id = b.id and a.sandbox = $3
        and a.run_at >= $6 and a.run_at <= $7 and a.status = 'answered' and not a.branded and a.platform = any($8)
      group by a.platform
    ) of
    where of.before is not null and of.answers >= ${LEAST_NOW} and of.base_answers >= ${LEAST_BASE}`,
};

interface BrandFall {
  brandId: string;
  platform: string;
  relativeDrop: number;
}

export interface SeenShift {
  platforms: ReadonlySet<string>;
  sighting: Sighting;
}

/** Which platforms fell for half of the brands at once; asked only when one of them fell for this brand. */
export async function seeShift(
  deps: Deps,
  scope: Scope,
  run: ExaminedRun,
  { platforms }: Falls,
): Promise<SeenShift> {
  const type = PLATFORM_SHIFT;
  const fallen = platforms.filter(({ relativeDrop }) => relativeDrop >= LEAST_RELATIVE_DROP);
  const nothing: SeenShift = {
    platforms: new Set(),
    sighting: { type, look: 'calm', found: null },
  };
  if (fallen.length === 0) return nothing;
  const ago = (days: number) => new Date(run.createdAt.getTime() - days * DAY_MS);
  const rows = await deps.db.read<BrandFall>(scope, OF_BRANDS, [
    scope.accountId,
    scope.environment,
    run.sandbox,
    ago(1),
    ago(3),
    ago(31),
    run.createdAt,
    fallen.map(({ platform }) => platform),
    run.brandId,
  ]);
  const falls = rows.map((row) => ({ ...row, relativeDrop: Number(row.relativeDrop) }));
  const shifted = [...Map.groupBy(falls, ({ platform }) => platform)].filter(([, of]) =>
    isPlatformShift(of),
  );
  const [first] = shifted;
  if (first === undefined) return nothing;
  const names = shifted.map(([platform]) => platform);
  const drops = first[1].map(({ relativeDrop }) => Math.max(0, relativeDrop));
  const affected = first[1].filter(({ relativeDrop }) => relativeDrop >= LEAST_RELATIVE_DROP);
  const effect = drops.reduce((sum, drop) => sum + drop, 0) / drops.length;
  return {
    platforms: new Set(names),
    sighting: {
      type,
      look: 'crosses',
      found: {
        subject: type,
        finding: {
          type,
          severity: toSeverity(effect, affected.length / drops.length, false),
          title: `${names.join(', ')} names ${affected.length} of ${drops.length} brands less: a change of the platform`,
          details: { subjects: names, brandIds: affected.map(({ brandId }) => brandId) },
        },
        evidence: {
          kind: 'not_named',
          from: run.createdAt,
          until: run.createdAt,
          platform: first[0],
          subjects: [],
        },
      },
    },
  };
}

/** One notice is enough for the account: another brand's stands for this one's, too. */
export async function isToldAlready(
  em: EntityManager,
  scope: Scope,
  run: ExaminedRun,
  { platforms }: SeenShift,
): Promise<boolean> {
  if (platforms.size === 0) return false;
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `${PLATFORM_SHIFT}/${scope.accountId}/${scope.environment}`,
  ]);
  const others = await em.execute<unknown[]>(
    `select 1 from incident where account_id = ? and environment = ? and type = ? and sandbox = ? and brand_id <> ?
       and status <> 'resolved' and details->'subjects' @> ?::jsonb limit 1`,
    [
      scope.accountId,
      scope.environment,
      PLATFORM_SHIFT,
      run.sandbox,
      run.brandId,
      JSON.stringify([...platforms]),
    ],
  );
  return others.length > 0;
}
