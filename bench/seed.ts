import type { Deps, Tenant } from '../src/deps.js';
import { newId } from '../src/domain/accounts/id.js';
import { Brand } from '../src/entities/brand.js';
import { ProbeResult, ProbeRun } from '../src/entities/run.js';
import { ensureAccount, setAccountLimits, setTier } from '../src/services/accounts/account.js';
import { createApiKey } from '../src/services/accounts/api-key.js';

export interface Customer extends Tenant {
  userId: string;
  key: string;
}

const BRANDS = 100;
const CITATIONS = 8;
const PLATFORMS = ['chatgpt', 'gemini', 'perplexity', 'claude', 'grok', 'deepseek'];
const ENDLESS = 1_000_000_000;
const DAY_MS = 86_400_000;
const SNIPPET =
  'Among the tools that teams of this size compare most often it is named first, mainly for its reports and for the way it handles several languages.';

/** Creates an account with a key of its test environment. On tier enterprise, its limits are practically unlimited. */
export async function makeTenant(
  deps: Deps,
  name: string,
  tier: 'scale' | 'enterprise' = 'enterprise',
): Promise<Customer> {
  const { user } = await deps.auth.api.signUpEmail({
    body: { email: `${name}@example.com`, password: 'correct horse battery', name },
  });
  const { accountId } = await ensureAccount(deps, user, 'operator');
  await setTier(deps, accountId, tier);
  if (tier === 'enterprise')
    await setAccountLimits(deps, accountId, {
      engineCallsPerDay: ENDLESS,
      requestsPerDay: ENDLESS,
      requestsPerHour: ENDLESS,
      requestsPerMinute: ENDLESS,
    });
  const { secret } = await createApiKey(
    deps,
    { accountId, userId: user.id },
    { name, scopes: ['read', 'write'], environment: 'test', format: 'sk', expiresAt: null },
    null,
  );
  if (secret === null) throw new Error('the key already existed');
  return { accountId, environment: 'test', userId: user.id, key: secret };
}

export const toBrand = (owner: Customer, number: number, now: Date) => ({
  accountId: owner.accountId,
  environment: owner.environment,
  id: newId(),
  userId: owner.userId,
  name: `Brand ${number}`,
  category: 'project management software',
  language: 'en',
  website: `https://www.brand-${number}.example`,
  aliases: [
    { text: `Brand ${number}`, caseSensitive: false, requiresContext: false, exclude: [] },
    { text: `B${number}`, caseSensitive: true, requiresContext: false, exclude: [] },
  ],
  ownedDomains: [`brand-${number}.example`],
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
});

const toRun = (tenant: Tenant, userId: string, brandId: string, at: Date) => ({
  ...tenant,
  id: newId(),
  brandId,
  promptPackId: null,
  userId,
  kind: 'probe' as const,
  status: 'completed' as const,
  platforms: PLATFORMS,
  samplesPerPrompt: 1,
  sandbox: true,
  plan: {
    brand: { name: '', website: null, aliases: [], ownedDomains: [], competitors: [] },
    prompts: [],
  },
  firstRepeat: 0,
  expectedAnswers: 12 * PLATFORMS.length,
  answered: 12 * PLATFORMS.length,
  failed: 0,
  sequence: 80,
  estimatedCompletionMs: 60_000,
  failures: [],
  measures: null,
  createdAt: at,
  startedAt: at,
  completedAt: at,
});

const toResult = (tenant: Tenant, runId: string, platform: string, ordinal: number) => ({
  ...tenant,
  runId,
  platform,
  ordinal,
  mentioned: ordinal < 4,
  rank: ordinal < 4 ? ordinal + 1 : null,
  position: ordinal < 4 ? 40 * ordinal : null,
  snippet: SNIPPET,
  tokensUsed: 5_400,
  answers: 12,
  mentions: ordinal < 4 ? 9 : 0,
  failed: 0,
});

/** Adds citations to every result; the first citation of each is a page of the brand. */
const CITE = `
  with link as materialized (
    select r.account_id, r.environment, r.run_id, r.platform, n, gen_random_uuid() as id, run.brand_id, run.created_at
    from probe_result r join probe_run run on (run.account_id, run.environment, run.id) = (r.account_id, r.environment, r.run_id),
      generate_series(0, ${CITATIONS - 1}) as n
  ), cited as (
    insert into citation (account_id, environment, id, brand_id, platform, source_url, source_domain, prompt_hash, context,
      owned, sandbox, discovered_at)
    select account_id, environment, id, brand_id, platform,
      'https://reviews-' || n || '.example/compare/' || platform || '/project-management-software', 'reviews-' || n || '.example',
      '0f1e2d3c4b5a6978', '${SNIPPET}', n = 0, true, created_at from link
  )
  insert into result_citation (account_id, environment, run_id, platform, ordinal, citation_id, times, brand_id, cited_at)
  select account_id, environment, run_id, platform, n, id, ${CITATIONS} - n, brand_id, created_at from link`;

/** Creates 100 brands, each with two completed runs of six results with eight citations. */
export async function seed(deps: Deps): Promise<Customer> {
  const customer = await makeTenant(deps, 'reader');
  const tenant: Tenant = { accountId: customer.accountId, environment: customer.environment };
  const now = deps.now();
  const times = [new Date(now.getTime() - DAY_MS), now];
  const brands = Array.from({ length: BRANDS }, (_, number) => toBrand(customer, number, now));
  const runs = brands.flatMap(({ id }) =>
    times.map((at) => toRun(tenant, customer.userId, id, at)),
  );
  const results = runs.flatMap((run) =>
    PLATFORMS.map((platform, ordinal) => toResult(tenant, run.id, platform, ordinal)),
  );
  await deps.db.transaction(tenant, async (tx) => {
    await tx.em.insertMany(Brand, brands);
    await tx.em.insertMany(ProbeRun, runs);
    await tx.em.insertMany(ProbeResult, results);
    // Without this, the database plans for few rows and may exceed the statement timeout on a busy machine.
    await tx.execute('analyze brand, probe_run, probe_result');
    await tx.execute(CITE);
    // Autovacuum would do this within a minute.
    await tx.execute('analyze brand, probe_run, probe_result, citation, result_citation');
  });
  return customer;
}
