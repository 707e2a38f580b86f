import type { App } from '../../../src/app.js';
import type { Tenant } from '../../../src/deps.js';
import { ANONYMOUS, type CheckOptions, runCheck } from '../../../src/services/checks/check-run.js';
import {
  checkQuery,
  checkScan,
  type QueryInput,
  type ScanInput,
} from '../../../src/services/checks/new-check.js';
import { sql } from '../run/sql.js';

const OPTIONS: CheckOptions = { idempotencyKey: null, rateLimitRemaining: null };

export const scan = (
  app: Pick<App, 'deps'>,
  tenant: Tenant = ANONYMOUS,
  fields: Partial<ScanInput> = {},
  options: Partial<CheckOptions> = {},
) => {
  const input = { brandName: 'Zephyrine', industry: 'running shoes', ...fields };
  return runCheck(app.deps, tenant, checkScan(app.deps, tenant, input), { ...OPTIONS, ...options });
};

export const query = (
  app: Pick<App, 'deps'>,
  tenant: Tenant = ANONYMOUS,
  fields: Partial<QueryInput> = {},
  options: Partial<CheckOptions> = {},
) => {
  const input = { brand: 'Zephyrine', category: 'running shoes', ...fields };
  return runCheck(app.deps, tenant, checkQuery(app.deps, tenant, input), {
    ...OPTIONS,
    ...options,
  });
};

export interface LedgerRow {
  purpose: string;
  platform: string;
  model: string;
  sandbox: boolean;
  status: string;
  error: string | null;
  tokens: number;
  cost: number | null;
}

/** Ledger rows of an account's checks, in the order of platforms. */
export const ledgerOf = (app: { databaseUrl: string }, tenant: Tenant): Promise<LedgerRow[]> =>
  sql(
    app.databaseUrl,
    `select purpose, platform, model, sandbox, status, error_code as error, tokens_used as tokens, cost_usd as cost
     from engine_call where account_id = $1 and environment = $2 order by id`,
    [tenant.accountId, tenant.environment],
  );
