import type { Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { EngineCall } from '../../entities/engine-call.js';

export interface SpentCall {
  purpose: 'scan' | 'query' | 'rewrite' | 'judge';
  platform: string;
  model: string;
  sandbox: boolean;
  status: 'answered' | 'failed';
  errorCode: string | null;
  tokensUsed: number;
  /** US dollars; null when unknown. */
  costUsd: number | null;
  latencyMs: number;
  askedAt: Date;
}

/** The key that requested the work, and the brand it was for; null without one. */
export interface Cause {
  keyId?: string | null | undefined;
  brandId?: string | null | undefined;
}

/** Records calls outside probe runs in the ledger, including failed calls. */
export async function recordEngineCalls(
  tx: Transaction,
  tenant: Tenant,
  calls: readonly SpentCall[],
  { keyId = null, brandId = null }: Cause = {},
): Promise<void> {
  if (calls.length === 0) return;
  await tx.em.insertMany(
    EngineCall,
    calls.map((call) => ({ ...tenant, ...call, keyId, brandId, id: newId() })),
  );
}
