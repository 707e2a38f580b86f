import type { Deps, Statement, Tenant } from '../../deps.js';
import { SILENT_DAYS } from '../../domain/incidents/incident-rule.js';
import { DAY_MS, dayOf } from '../../domain/time/utc-day.js';
import { examineBrands, examineSilent } from './examine-brand.js';
import { findExaminedRuns } from './examined-run.js';

const SEEN_DAYS = 30;
const BRANDS_AT_ONCE = 20;

/**
 * The last run of each brand with answers of the last 30 days, or of which something stands; sandbox and real ones by
 * themselves.
 */
const LAST_RUNS: Statement = {
  name: 'last-runs-of-brands',
  text: `select b.id as "brandId", r.id, r.created_at as "createdAt" from brand b
    cross join unnest('{true,false}'::boolean[]) as kind (sandbox) cross join lateral (
      select id, created_at from probe_run where account_id = :accountId and environment = :environment and brand_id = b.id
        and sandbox = kind.sandbox and kind = 'probe' and status = 'completed' order by completed_at desc limit 1) r
    where b.account_id = :accountId and b.environment = :environment and b.deleted_at is null and (:after::uuid is null or b.id > :after)
      and (r.created_at > :since
        or exists (select from incident i where i.account_id = :accountId and i.environment = :environment and i.brand_id = b.id
          and i.sandbox = kind.sandbox and i.status <> 'resolved')
        or exists (select from suspicion s where s.account_id = :accountId and s.environment = :environment and s.brand_id = b.id
          and s.sandbox = kind.sandbox))
    order by b.id, kind.sandbox limit ${BRANDS_AT_ONCE}`,
};

interface LastRun {
  id: string;
  brandId: string;
  createdAt: Date;
}

/** One brand's trouble is not the others'. */
async function examinePortion(deps: Deps, tenant: Tenant, last: readonly LastRun[]): Promise<void> {
  try {
    await examineLast(deps, tenant, last);
  } catch (error) {
    if (last.length > 1) for (const one of last) await examinePortion(deps, tenant, [one]);
    else deps.log.error({ err: error, runId: last[0]?.id }, 'the day’s look at a brand failed');
  }
}

async function examineLast(deps: Deps, tenant: Tenant, last: readonly LastRun[]): Promise<void> {
  const now = deps.now();
  const isOlder = ({ createdAt }: { createdAt: Date }, days: number) =>
    createdAt.getTime() < now.getTime() - days * DAY_MS;
  const runs = await findExaminedRuns(
    deps,
    tenant,
    last.map(({ id }) => id),
  );
  // Of the same run nothing is told twice: most were looked at when they completed.
  const fresh = runs.filter((run) => !isOlder(run, 1));
  // Suspicions are reviewed next, and confirmed then if they are discoveries of the day.
  await examineBrands(deps, tenant, fresh, { confirms: false });
  const silent = runs.filter((run) => isOlder(run, SILENT_DAYS));
  const lookId = `day/${dayOf(now)}`;
  await examineSilent(
    deps,
    tenant,
    silent.map((run) => ({ ...run, lookId, isSilent: true })),
  );
}

/**
 * The day's look at each brand. Between its last run and a week later there is nothing new to see; after that no
 * answer speaks for its incidents any more, and they end like those that are calm.
 */
export async function examineDay(deps: Deps, tenant: Tenant): Promise<void> {
  const since = new Date(deps.now().getTime() - SEEN_DAYS * DAY_MS);
  for (let after: string | null = null; ; ) {
    const last: LastRun[] = await deps.db.query<LastRun>(tenant, LAST_RUNS, { since, after });
    // A brand's two kinds come one after the other; the last of a full portion may lack its second.
    const whole =
      last.length < BRANDS_AT_ONCE
        ? last
        : last.filter(({ brandId }) => brandId !== last.at(-1)?.brandId);
    await examinePortion(deps, tenant, whole);
    if (last.length < BRANDS_AT_ONCE) return;
    after = whole.at(-1)?.brandId ?? null;
  }
}
