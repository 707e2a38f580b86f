import DataLoader from 'dataloader';
import { type Account, read } from './fixture.js';

/** Statements of the plain GraphQL server, and its loaders, one set per request. */

export interface BrandRow {
  id: string;
}
export interface RunRow {
  id: string;
  brandId: string;
}
export interface ResultRow {
  runId: string;
  platform: string;
}
interface CitationRow {
  runId: string;
  resultPlatform: string;
}

const BRANDS = `select id, name, category, website, aliases, owned_domains as "ownedDomains", created_at as "createdAt"
  from brand where account_id = $1 and environment = $2 and deleted_at is null order by id desc limit $3`;
const LAST_RUNS = `select r.* from unnest($3::uuid[]) as wanted (brand_id) cross join lateral (
    select id, brand_id as "brandId", status, platforms, samples_per_prompt as "samplesPerPrompt", sandbox,
      expected_answers as "expectedAnswers", answered, failed, created_at as "createdAt",
      started_at as "startedAt", completed_at as "completedAt"
    from probe_run where account_id = $1 and environment = $2 and brand_id = wanted.brand_id
      and kind = 'probe' and status = 'completed' order by completed_at desc limit 1
  ) r`;
const RESULTS = `select run_id as "runId", platform, mentioned, rank, position, snippet, tokens_used as "tokensUsed",
    answers, mentions, failed
  from probe_result where account_id = $1 and environment = $2 and run_id = any($3) order by run_id, ordinal`;
const CITATIONS = `select rc.run_id as "runId", rc.platform as "resultPlatform", c.id, c.platform,
    c.source_url as "sourceUrl", c.source_domain as "sourceDomain", c.discovered_at as "discoveredAt", c.context, c.owned
  from result_citation rc join citation c on (c.account_id, c.environment, c.id) = (rc.account_id, rc.environment, rc.citation_id)
  where rc.account_id = $1 and rc.environment = $2 and rc.run_id = any($3) and rc.ordinal < $4
  order by rc.run_id, rc.platform, rc.ordinal`;

export const listBrands = (account: Account, first: number): Promise<BrandRow[]> =>
  read(account, 'brands', BRANDS, [account.accountId, account.environment, first]);

const resultKey = (runId: string, platform: string): string => `${runId}/${platform}`;

export function createLoaders(account: Account) {
  const params = [account.accountId, account.environment];
  return {
    lastRun: new DataLoader(async (brandIds: readonly string[]) => {
      const rows = await read<RunRow>(account, 'last-runs', LAST_RUNS, [...params, brandIds]);
      const byBrand = new Map(rows.map((row) => [row.brandId, row]));
      return brandIds.map((id) => byBrand.get(id) ?? null);
    }),
    results: new DataLoader(async (runIds: readonly string[]) => {
      const rows = await read<ResultRow>(account, 'results', RESULTS, [...params, runIds]);
      const byRun = Map.groupBy(rows, (row) => row.runId);
      return runIds.map((id) => byRun.get(id) ?? []);
    }),
    citations: new DataLoader(
      async (asked: readonly (ResultRow & { first: number })[]) => {
        const runIds = [...new Set(asked.map((result) => result.runId))];
        const most = Math.max(...asked.map((result) => result.first));
        const values = [...params, runIds, most];
        const rows = await read<CitationRow>(account, 'citations', CITATIONS, values);
        const byResult = Map.groupBy(rows, (row) => resultKey(row.runId, row.resultPlatform));
        return asked.map(({ runId, platform, first }) =>
          (byResult.get(resultKey(runId, platform)) ?? []).slice(0, first),
        );
      },
      { cacheKeyFn: ({ runId, platform, first }) => `${resultKey(runId, platform)}/${first}` },
    ),
  };
}

export type Loaders = ReturnType<typeof createLoaders>;
