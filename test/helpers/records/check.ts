import type { App } from '../../../src/app.js';
import type { Scope } from '../../../src/deps.js';
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
  scope: Scope = ANONYMOUS,
  fields: Partial<ScanInput> = {},
  options: Partial<CheckOptions> = {},
) => {
  const input = { brandName: 'Zephyrine', industry: 'running shoes', ...fields };
  return runCheck(app.deps, scope, checkScan(app.deps, scope, input), { ...OPTIONS, ...options });
};

export const query = (
  app: Pick<App, 'deps'>,
  scope: Scope = ANONYMOUS,
  fields: Partial<QueryInput> = {},
  options: Partial<CheckOptions> = {},
) => {
  const input = { brand: 'Zephyrine', category: 'running shoes', ...fields };
  return runCheck(app.deps, scope, checkQuery(app.deps, scope, input), { ...OPTIONS, ...options });
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

/** What an account's checks cost, in the order of platforms. */
export const ledgerOf = (app: { databaseUrl: string }, scope: Scope): Promise<LedgerRow[]> =>
  sql(
    app.databaseUrl,
    `select purpose, platform, model, sandbox, status, error_code as error, tokens_used as tokens, cost_usd as cost
     from engine_call where account_id = $1 and environment = $2 order by id`,
    [scope.accountId, scope.environment],
  );
