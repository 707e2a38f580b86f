import type { EngineDeps, StoreDeps, Tenant, Transaction } from '../../deps.js';

/** Website and domains of a brand. */
interface Site {
  website: string | null;
  ownedDomains: readonly string[];
}

const DEBOUNCE_SEC = 60;

const placesOf = ({ website, ownedDomains }: Site): string[] => [
  ...(website === null ? [] : [website]),
  ...ownedDomains,
];

/**
 * Queues a read of the site, and one more a minute later for changes until then. Skipped in the
 * sandbox, which has its own site.
 */
export async function queueSiteRead(
  deps: StoreDeps & EngineDeps,
  tx: Transaction,
  { accountId, environment }: Tenant,
  brandId: string,
): Promise<void> {
  if (deps.engines.forEnvironment(environment).sandbox) return;
  const debounce = { key: brandId, seconds: DEBOUNCE_SEC };
  await deps.queue.send(tx, 'site-read', { accountId, environment, brandId }, debounce);
}

/**
 * Queues a new read when the site has changed. Pages are deleted immediately when a domain no longer
 * belongs to the brand.
 */
export async function followSite(
  deps: StoreDeps & EngineDeps,
  tx: Transaction,
  tenant: Tenant,
  before: Site & { id: string },
  after: Site,
): Promise<void> {
  const [old, now] = [new Set(placesOf(before)), new Set(placesOf(after))];
  const isLess = [...old].some((place) => !now.has(place));
  if (isLess)
    await tx.execute(
      'delete from site_page where account_id = :accountId and environment = :environment and brand_id = :id',
      { id: before.id },
    );
  if (now.size > 0 && (isLess || old.size < now.size))
    await queueSiteRead(deps, tx, tenant, before.id);
}
