import type { EngineDeps, NetDeps, Statement, StoreDeps, Tenant } from '../../deps.js';
import type { PageEvidence } from '../../domain/authority/page-evidence.js';
import { AppError } from '../../errors.js';
import { allBrands } from '../brands/all-brands.js';
import { type BrandRow, findBrand } from '../brands/brand.js';
import { readSite } from './read-site.js';

const PAGES: Statement = {
  name: 'site-pages',
  text: `select brand_id as "brandId", evidence from site_page
    where account_id = :accountId and environment = :environment and brand_id = any(:brandIds) and read_at > :readAt order by url`,
};
/** Pages of a site that has not responded for this long are ignored. */
const KEPT_MS = 30 * 86_400_000;

/** Evidence of the last read of the brands' websites. */
export const loadSitePages = (
  deps: StoreDeps,
  tenant: Tenant,
  brandIds: readonly string[],
): Promise<{ brandId: string; evidence: PageEvidence }[]> =>
  deps.db.query(tenant, PAGES, { brandIds, readAt: new Date(deps.now().getTime() - KEPT_MS) });

const keep = (
  deps: StoreDeps,
  tenant: Tenant,
  { id: brandId, website, ownedDomains }: BrandRow,
  pages: readonly PageEvidence[],
): Promise<void> =>
  deps.db.transaction(tenant, async (tx) => {
    // Discards the pages if the site of the brand has changed; another read is queued then.
    const found = await tx.execute<unknown>(
      `select 1 from brand where account_id = :accountId and environment = :environment and id = :brandId
       and website is not distinct from :website and to_jsonb(owned_domains) = :ownedDomains::jsonb for share`,
      { brandId, website, ownedDomains: JSON.stringify(ownedDomains) },
    );
    if (found.length === 0) return;
    await tx.execute(
      'delete from site_page where account_id = :accountId and environment = :environment and brand_id = :brandId',
      { brandId },
    );
    await tx.execute(
      `insert into site_page (account_id, environment, brand_id, url, evidence, read_at)
       select b.account_id, b.environment, b.id, page->>'url', page, :now
       from brand b, jsonb_array_elements(:pages::jsonb) page where b.account_id = :accountId and b.environment = :environment and b.id = :brandId`,
      { brandId, now: deps.now(), pages: JSON.stringify(pages) },
    );
  });

async function findOrNull(
  deps: StoreDeps,
  tenant: Tenant,
  brandId: string,
): Promise<BrandRow | null> {
  try {
    return await findBrand(deps, tenant, brandId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Replaces the stored pages; they are kept when the site does not respond. */
export async function readBrandSite(
  deps: StoreDeps & EngineDeps & NetDeps,
  tenant: Tenant,
  brandId: string,
  signal: AbortSignal,
): Promise<void> {
  const brand = await findOrNull(deps, tenant, brandId);
  if (brand === null) return;
  const pages = await readSite(deps, brand, signal);
  if (signal.aborted) throw new Error('interrupted');
  if (pages !== null) await keep(deps, tenant, brand, pages);
}

/** Queues one job per brand with a website; skipped in the sandbox, which has its own sites. */
export async function queueSiteReads(deps: StoreDeps & EngineDeps): Promise<void> {
  for await (const { tenant, brands } of allBrands(deps)) {
    if (deps.engines.forEnvironment(tenant.environment).sandbox) continue;
    const real = brands.filter(
      ({ website, ownedDomains }) => website !== null || ownedDomains.length > 0,
    );
    if (real.length === 0) continue;
    await deps.db.transaction(tenant, async (tx) => {
      for (const { id } of real) await deps.queue.send(tx, 'site-read', { ...tenant, brandId: id });
    });
  }
}
