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
  /** US dollars; null when it is not known. */
  costUsd: number | null;
  latencyMs: number;
  askedAt: Date;
}

/** Which key asked for the work, and which brand it was for; null where there is none. */
export interface Cause {
  keyId?: string | null | undefined;
  brandId?: string | null | undefined;
}

/** Into the ledger of what was spent outside probe runs, failures too. */
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
