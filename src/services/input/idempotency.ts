import { createHash } from 'node:crypto';
import type { Deps, Tenant, Transaction } from '../../deps.js';
import { IdempotencyRecord } from '../../entities/account.js';
import { AppError, badInput } from '../../errors.js';

export interface IdempotentRequest<T = unknown> {
  operation: string;
  /** The caller's Idempotency-Key; null when none was sent. */
  key: string | null;
  input: unknown;
  /** Whether an earlier answer still holds the key, for work that may fail after it was begun. */
  stands?: (tx: Transaction, earlier: T) => Promise<boolean>;
}

const KEPT_MS = 24 * 3_600_000;
/** Work in a table of its own that still runs by then was left by a process that ended. */
export const LOST_AFTER_MS = 60_000;

export const stillAtWork = (): AppError =>
  new AppError('CONFLICT', 'a request with this Idempotency-Key is still being worked on');

/** Whether such work still holds its key: what failed, or was lost, does so no longer. */
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
 * Runs `work` in a transaction, once per key: a second request with the same key and input gets
 * the first one's answer, one with another input is refused, and one that comes while the first
 * is still at work is told so. `answer` holds ids, never a secret.
 */
export async function once<T>(
  deps: Deps,
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
