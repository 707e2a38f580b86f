import type { Deps, Tenant, Transaction } from '../../deps.js';

/** Where a brand's own pages are. */
interface Site {
  website: string | null;
  ownedDomains: readonly string[];
}

const DEBOUNCE_SEC = 60;

const placesOf = ({ website, ownedDomains }: Site): string[] => [
  ...(website === null ? [] : [website]),
  ...ownedDomains,
];

/** At once, and once more a minute later for all that changes until then. Sandbox answers go with a sandbox site. */
export async function queueSiteRead(
  deps: Deps,
  tx: Transaction,
  { accountId, environment }: Tenant,
  brandId: string,
): Promise<void> {
  if (deps.engines.forEnvironment(environment).sandbox) return;
  const debounce = { key: brandId, seconds: DEBOUNCE_SEC };
  await deps.queue.send(tx, 'site-read', { accountId, environment, brandId }, debounce);
}

/** Reads the site anew when it has changed. Pages of a place that is the brand's no more go at once. */
export async function followSite(
  deps: Deps,
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
