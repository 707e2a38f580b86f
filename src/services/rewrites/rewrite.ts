import type { Deps, Statement, Tenant } from '../../deps.js';
import { isId } from '../../domain/accounts/id.js';
import type { RewriteOutput } from '../../domain/rewrites/rewrite-output.js';
import { roundRate, roundScore } from '../../domain/statistics/stats.js';
import { notFound } from '../../errors.js';
import { type Page, type PageRequest, toPage } from '../input/page.js';
import type { NewRewrite } from './new-rewrite.js';

export interface RewriteRow extends NewRewrite, RewriteOutput {
  id: string;
  userId: string;
  /** The platform that wrote it, or `extractive`. */
  source: string;
  model: string;
  tokensUsed: number;
  /** US dollars; null when it is not known. */
  costUsd: number | null;
  latencyMs: number;
  createdAt: Date;
}

const COLUMNS = `id, user_id as "userId", text, brand, audience, output, source, model,
  tokens_used as "tokensUsed", cost_usd as "costUsd", latency_ms as "latencyMs", created_at as "createdAt"`;
const MINE = `account_id = $1 and environment = $2 and status = 'completed'`;
const ONE: Statement = {
  name: 'rewrite',
  text: `select ${COLUMNS} from rewrite where ${MINE} and id = $3`,
};
const BY_IDS: Statement = {
  name: 'rewrites-by-id',
  text: `select ${COLUMNS} from rewrite where ${MINE} and id = any($3)`,
};
const LIST: Statement = {
  name: 'rewrites',
  text: `select ${COLUMNS} from rewrite where ${MINE} and ($3::uuid is null or id < $3) order by id desc limit $4`,
};
const COUNT: Statement = {
  name: 'rewrite-count',
  text: `select count(*) as count from rewrite where ${MINE}`,
};

type Stored = Omit<RewriteRow, keyof RewriteOutput> & { output: RewriteOutput };

const toRow = ({ output, ...row }: Stored): RewriteRow => ({ ...row, ...output });

/** Null while it is not completed, or when this place has none. */
export async function loadRewrite(
  deps: Deps,
  tenant: Tenant,
  id: string,
): Promise<RewriteRow | null> {
  if (!isId(id)) return null;
  const [row] = await deps.db.query<Stored>(tenant, ONE, [id]);
  return row === undefined ? null : toRow(row);
}

export async function findRewrite(deps: Deps, tenant: Tenant, id: string): Promise<RewriteRow> {
  const rewrite = await loadRewrite(deps, tenant, id);
  if (rewrite === null) throw notFound('rewrite');
  return rewrite;
}

/** Those of the ids that are this account's and written, in any order. */
export async function loadRewrites(
  deps: Deps,
  tenant: Tenant,
  ids: readonly string[],
): Promise<RewriteRow[]> {
  return (await deps.db.query<Stored>(tenant, BY_IDS, [ids])).map(toRow);
}

/** Newest first. */
export async function listRewrites(
  deps: Deps,
  tenant: Tenant,
  { first, after }: PageRequest,
): Promise<Page<RewriteRow>> {
  const rows = await deps.db.query<Stored>(tenant, LIST, [after, first + 1]);
  return toPage(rows.map(toRow), first);
}

export async function countRewrites(deps: Deps, tenant: Tenant): Promise<number> {
  const [row] = await deps.db.query<{ count: number }>(tenant, COUNT);
  return row?.count ?? 0;
}

/** As it is shown: the score with one decimal, its parts with four. */
export function toShownScore({ score }: Pick<RewriteRow, 'score'>): RewriteRow['score'] {
  const parts = Object.entries(score.parts).map(([name, part]) => [
    name,
    typeof part === 'number' ? roundRate(part) : part,
  ]);
  return { ...score, value: roundScore(score.value), parts: Object.fromEntries(parts) };
}
