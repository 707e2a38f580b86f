import { createHash } from 'node:crypto';
import type { StoreDeps, Tenant, Transaction } from '../../deps.js';
import { IdempotencyRecord } from '../../entities/account.js';
import { AppError, badInput } from '../../errors.js';

export interface IdempotentRequest<T = unknown> {
  operation: string;
  /** Idempotency-Key of the caller; null without one. */
  key: string | null;
  input: unknown;
  /** Whether the earlier answer still occupies the key, for work that may fail after it started. */
  stands?: (tx: Transaction, earlier: T) => Promise<boolean>;
}

const KEPT_MS = 24 * 3_600_000;
/** Work with its own table that is still running after this time was lost with its process. */
export const LOST_AFTER_MS = 60_000;

export const stillAtWork = (): AppError =>
  new AppError('CONFLICT', 'a request with this Idempotency-Key is still being worked on');

/** Whether such work still occupies its key: failed or lost work does not. */
export const standsIn =
  (table: 'check_run' | 'rewrite' | 'suggestion', now: Date) =>
  async (tx: Transaction, { id }: { id: string }): Promise<boolean> => {
    const rows = await tx.execute<unknown>(
      `select 1 from ${table} where account_id = :accountId and environment = :environment and id = :id
       and status <> 'failed' and (status <> 'running' or created_at >= :createdAt)`,
      { id, createdAt: new Date(now.getTime() - LOST_AFTER_MS) },
    );
    return rows.length > 0;
  };

/**
 * Runs `work` in a transaction, once per key. A repeated request with the same key and input gets the
 * first answer; another input is rejected, and a request during the first one gets a CONFLICT.
 * `answer` contains ids, never a secret.
 */
export async function once<T>(
  deps: StoreDeps,
  tenant: Tenant,
  request: IdempotentRequest<T>,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ answer: T; replayed: boolean }> {
  const { operation, key } = request;
  if (key === null) return { answer: await deps.db.transaction(tenant, work), replayed: false };
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw badInput('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
  const bodyHash = createHash('sha256').update(JSON.stringify(request.input)).digest();
  const place = { accountId: tenant.accountId, environment: tenant.environment, operation, key };

  return deps.db.transaction(tenant, async (tx) => {
    const [lock] = await tx.execute<{ free: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended(:key, 0)) as free',
      { key: `idempotency/${tenant.accountId}/${tenant.environment}/${operation}/${key}` },
    );
    if (!lock?.free) throw stillAtWork();
    const now = deps.now();
    const stored = await tx.em.findOne(IdempotencyRecord, place);
    const isKept = stored !== null && now.getTime() - stored.createdAt.getTime() < KEPT_MS;
    if (isKept && (await (request.stands?.(tx, stored.answer as T) ?? true))) {
      if (!bodyHash.equals(stored.bodyHash)) {
        throw new AppError(
          'IDEMPOTENCY_REUSED',
          'this Idempotency-Key was used with another body',
          { details: { field: 'Idempotency-Key' } },
        );
      }
      return { answer: stored.answer as T, replayed: true };
    }
    const answer = await work(tx);
    await tx.em.upsert(IdempotencyRecord, { ...place, bodyHash, answer, createdAt: now });
    return { answer, replayed: false };
  });
}
