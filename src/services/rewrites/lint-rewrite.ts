import type { Deps, Statement, Tenant } from '../../deps.js';
import { readRewrite } from '../../domain/facts/reading.js';
import { againstWiki, contradictingFacts } from '../../domain/lint/contradiction.js';
import { lint, toIssues } from '../../domain/lint/lint.js';
import { type Alias, BRAND, toEntity } from '../../domain/names/alias.js';
import type { RewriteOutput } from '../../domain/rewrites/rewrite-output.js';
import { keepIssues } from '../wiki/lint-issue.js';
import { loadKnownFacts } from '../wiki/wiki-fact.js';

interface Written {
  /** The name that it was written for. */
  brand: string;
  output: RewriteOutput;
  /** Null when it was for none of the account's brands, or that is deleted. */
  brandId: string | null;
  aliases: Alias[] | null;
}

const WRITTEN: Statement = {
  name: 'rewrite-to-lint',
  text: `select r.brand, r.output, b.id as "brandId", b.aliases from rewrite r
    left join brand b on (b.account_id, b.environment, b.id) = (r.account_id, r.environment, r.brand_id)
      and b.deleted_at is null
    where r.account_id = :accountId and r.environment = :environment and r.id = :rewriteId and r.status = 'completed'`,
};

/** A rewrite never changes: what is wrong with it stays open. Reading twice tells nothing twice. */
export async function lintRewrite(deps: Deps, tenant: Tenant, rewriteId: string): Promise<void> {
  const [written] = await deps.db.query<Written>(tenant, WRITTEN, { rewriteId });
  if (written === undefined) return;
  const { brand, output, brandId, aliases } = written;
  const { judge } = await loadKnownFacts(deps, tenant, brandId);
  const reading = readRewrite(output, toEntity(BRAND, brand, aliases ?? []));
  const issues = [...lint(reading), ...toIssues(contradictingFacts, againstWiki(reading, judge))];
  const found = issues.map((issue) => ({ ...issue, targetId: rewriteId }));
  await deps.db.transaction(tenant, async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(hashtextextended(:key, 0))', {
      key: `lint/${tenant.accountId}/${tenant.environment}/${rewriteId}`,
    });
    const looked = { brandId, targetIds: [rewriteId], unasked: null, ruleOfAll: null };
    await keepIssues(tx, tenant, { ...looked, targetType: 'rewrite' }, found, deps.now());
  });
}
