import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { currentTraceLink } from '../observability/request-context.js';

/** Whose data: an account and its environment. Nothing of a tenant is read or written without it. */
export interface Tenant {
  readonly accountId: string;
  readonly environment: 'live' | 'test';
}

/** A statement with a name is parsed and planned once per connection. */
export interface Statement {
  name: string;
  text: string;
}

export interface Db {
  /** Plain rows of one prepared statement, as the account sees them: $1 is its id, $2 the environment, `values` follow. */
  query<Row>(tenant: Tenant, statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** The same of a statement that knows no environment: $1 is the account's id. */
  queryAccount<Row>(tenant: Tenant, statement: Statement): Promise<Row[]>;
  /** One transaction through the ORM, bound to the account; any error rolls all of it back. */
  transact<T>(tenant: Tenant, work: (em: EntityManager) => Promise<T>): Promise<T>;
  /** Rows of schema `auth`, where no tenant data lives: the connection is bound to no account. */
  querySystem<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  transactSystem<T>(work: (em: EntityManager) => Promise<T>): Promise<T>;
}

/** SQLSTATEs of a conflict between transactions: nothing is wrong, the work is done again. */
const CONFLICTS = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

const sqlState = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.length === 5 ? code : undefined;
};

export function createDb(pool: Pool, em: EntityManager): Db {
  /** What each connection was last bound to: binding costs a round trip, so only a change pays it. */
  const bound = new WeakMap<PoolClient, string>();

  async function bind(client: PoolClient, tenant: Tenant | null): Promise<void> {
    const key = tenant === null ? '' : `${tenant.accountId}/${tenant.environment}`;
    if ((bound.get(client) ?? '') === key) return;
    bound.delete(client);
    await client.query({
      name: 'bind-account',
      text: `select set_config('app.account_id', $1, false), set_config('app.environment', $2, false)`,
      values: [tenant?.accountId ?? '', tenant?.environment ?? ''],
    });
    bound.set(client, key);
  }

  async function run<Row>(
    tenant: Tenant | null,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const client = await pool.connect();
    let broken = true;
    try {
      await bind(client, tenant);
      const result = await client.query({ ...statement, values: values as unknown[] });
      broken = false;
      return result.rows as Row[];
    } catch (error) {
      // An error that the server reported leaves the connection usable; any other does not.
      broken = sqlState(error) === undefined;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function transact<T>(
    tenant: Tenant | null,
    work: (em: EntityManager) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const origin = currentTraceLink();
      const session = {
        variables: {
          'app.account_id': tenant?.accountId ?? '',
          'app.environment': tenant?.environment ?? '',
          // What is told of in the transaction goes out under the request's id.
          'app.origin': origin === null ? '' : JSON.stringify(origin),
        },
      };
      try {
        return await em.fork({ session }).transactional((tx) => work(tx as EntityManager));
      } catch (error) {
        if (attempt === ATTEMPTS || !CONFLICTS.has(sqlState(error) ?? '')) throw error;
      }
    }
  }

  return {
    query: (tenant, statement, values = []) =>
      run(tenant, statement, [tenant.accountId, tenant.environment, ...values]),
    queryAccount: (tenant, statement) => run(tenant, statement, [tenant.accountId]),
    transact,
    querySystem: (statement, values) => run(null, statement, values),
    transactSystem: (work) => transact(null, work),
  };
}
