import type { Tenant } from '../../../src/deps.js';
import { partMsOf } from '../../../src/domain/limits/sliding-window.js';
import { toV1Layers, windowKey } from '../../../src/request/allowances.js';
import { readAccount } from '../../../src/services/accounts/account.js';
import type { TestApp } from '../app.js';
import { sql } from '../run/sql.js';

const keyOf = (tenant: Tenant): string =>
  windowKey('v1', `${tenant.accountId}/${tenant.environment}`);

/** Counts requests as admitted at an earlier time, as if by another process. */
export async function fillWindow(
  app: TestApp,
  tenant: Tenant,
  places: number,
  agoMs: number,
): Promise<void> {
  const { limits } = await readAccount(app.deps, tenant);
  const layers = toV1Layers(limits);
  await sql(app.databaseUrl, 'select auth.take_places($1, $2, $3, $4, 0, $5, 0, 0)', [
    keyOf(tenant),
    layers.map(partMsOf),
    layers.map(() => 2_000_000_000),
    places,
    Date.now() - agoMs,
  ]);
}

/** Frees all permits of an account. */
export const emptyWindow = (app: TestApp, tenant: Tenant): Promise<unknown> =>
  sql(app.databaseUrl, 'delete from auth.rate_window where key = $1', [keyOf(tenant)]);
