import { checkRewrite } from '../../../src/services/rewrites/new-rewrite.js';
import { rewriteCopy } from '../../../src/services/rewrites/rewrite-copy.js';
import { lintWiki } from '../../../src/services/wiki/lint-wiki.js';
import { createWikiPage, updateWikiPage } from '../../../src/services/wiki/wiki.js';
import type { TestApp } from '../../helpers/app.js';
import { createTenant, makeBrand, ownerOf, type Tenant } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

export const START = 'Acme is a CRM for small teams.';
export const FASTER = 'It makes sales 40% faster.';

interface StoredIssue {
  id: string;
  target_id: string;
  rule: string;
  start_offset: number;
  closed_at: Date | null;
}

export const issuesOf = (app: TestApp, tenant: Tenant) =>
  sql<StoredIssue>(
    app.databaseUrl,
    'select id, target_id, rule, start_offset, closed_at from lint_issue where account_id = $1 order by id',
    [tenant.accountId],
  );
export const eventsOf = (app: TestApp, tenant: Tenant) =>
  sql<{ brand_id: string; data: Record<string, string> }>(
    app.databaseUrl,
    `select brand_id, data from outbox where account_id = $1 and event = 'lint.issue.detected' order by id`,
    [tenant.accountId],
  );

/** A brand whose pages are read at once, as its worker would. */
export async function makeWiki(app: TestApp) {
  const tenant = await createTenant(app);
  const { id: brandId } = await makeBrand(app, tenant);
  const read = () => lintWiki(app.deps, tenant, brandId);
  const write = async (body: string, title = 'Facts') => {
    const page = await createWikiPage(app.deps, ownerOf(tenant), { brandId, title, body }, null);
    await read();
    return page;
  };
  const edit = async (id: string, body: string) => {
    await updateWikiPage(app.deps, ownerOf(tenant), id, { body });
    await read();
  };
  return { tenant, brandId, read, write, edit };
}

export const rewrite = (
  app: TestApp,
  tenant: Tenant,
  brand: string,
  brandId: string | null = null,
) =>
  rewriteCopy(
    app.deps,
    { ...ownerOf(tenant), brandId },
    checkRewrite({ brand, text: `${brand} sells CRM software. ${FASTER}` }),
    {
      idempotencyKey: null,
    },
  );
