import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import type { RewriteOutput } from '../../domain/rewrites/rewrite-output.js';
import { SANDBOX_WRITER } from '../../domain/rewrites/sandbox-draft.js';
import { roundRate, roundScore } from '../../domain/statistics/stats.js';
import type { Page, PageRequest } from '../input/page.js';
import { orNotFound, selectById, selectCount, selectPage } from '../input/select.js';
import type { NewRewrite } from './new-rewrite.js';

export interface RewriteRow extends NewRewrite, RewriteOutput {
  id: string;
  userId: string;
  /** The platform that wrote the text, or `sandbox`. */
  source: string;
  sandbox: boolean;
  model: string;
  tokensUsed: number;
  /** US dollars; null when unknown. */
  costUsd: number | null;
  latencyMs: number;
  createdAt: Date;
}

type Stored = Omit<RewriteRow, keyof RewriteOutput | 'sandbox'> & { output: RewriteOutput };

const COLUMNS = `id, user_id as "userId", text, brand, audience, output, source, model,
  tokens_used as "tokensUsed", cost_usd as "costUsd", latency_ms as "latencyMs", created_at as "createdAt"`;
const MINE = `account_id = :accountId and environment = :environment and status = 'completed'`;
const selectStored = selectById<Stored>({
  name: 'rewrite',
  text: `select ${COLUMNS} from rewrite where ${MINE} and id = :id`,
});
const BY_IDS: Statement = {
  name: 'rewrites-by-id',
  text: `select ${COLUMNS} from rewrite where ${MINE} and id = any(:ids)`,
};
const selectStoredPage = selectPage<Stored>({
  name: 'rewrites',
  text: `select ${COLUMNS} from rewrite where ${MINE} and (:after::uuid is null or id < :after) order by id desc limit :limit`,
});

const toRow = ({ output, ...row }: Stored): RewriteRow => ({
  ...row,
  ...output,
  sandbox: row.source === SANDBOX_WRITER,
});

/** Null until the rewrite is completed, and for an unknown id. */
export async function loadRewrite(
  deps: StoreDeps,
  tenant: Tenant,
  id: string,
): Promise<RewriteRow | null> {
  const row = await selectStored(deps, tenant, id);
  return row && toRow(row);
}

export const findRewrite = orNotFound('rewrite', loadRewrite);

/** Completed rewrites of the tenant with these ids, in any order. */
export async function loadRewrites(
  deps: StoreDeps,
  tenant: Tenant,
  ids: readonly string[],
): Promise<RewriteRow[]> {
  return (await deps.db.query<Stored>(tenant, BY_IDS, { ids })).map(toRow);
}

/** Newest first. */
export async function listRewrites(
  deps: StoreDeps,
  tenant: Tenant,
  request: PageRequest,
): Promise<Page<RewriteRow>> {
  const page = await selectStoredPage(deps, tenant, request);
  return { ...page, rows: page.rows.map(toRow) };
}

export const countRewrites = selectCount({
  name: 'rewrite-count',
  text: `select count(*) as count from rewrite where ${MINE}`,
});

/** Rounded for display: the score to one decimal, its parts to four. */
export function toShownScore({ score }: Pick<RewriteRow, 'score'>): RewriteRow['score'] {
  const parts = Object.entries(score.parts).map(([name, part]) => [
    name,
    typeof part === 'number' ? roundRate(part) : part,
  ]);
  return { ...score, value: roundScore(score.value), parts: Object.fromEntries(parts) };
}
