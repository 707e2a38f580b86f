import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction as QueryRunner } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { retry } from '../async/retry.js';
import { currentTraceLink } from '../observability/request-context.js';
import { bindValues, type Statement, type Values } from './statement.js';

export type { Statement, Values } from './statement.js';

/** An account in one environment. No customer data is read or written without it. */
export interface Tenant {
  readonly accountId: string;
  readonly environment: 'live' | 'test';
}

/** In place of a tenant: statements on the schema `auth`, which holds no customer data. */
export const SYSTEM = 'system';
export type TenantOrSystem = Tenant | typeof SYSTEM;

/** An open transaction. `em` is the ORM, for rows that are written one by one. */
export interface Transaction {
  readonly em: EntityManager;
  /** Rows of one statement in this transaction. */
  execute<Row>(statement: Statement | string, values?: Values): Promise<Row[]>;
}

/**
 * The only way to the data. Each call runs on a connection that is bound to the tenant, so that row-level security
 * admits the rows of one tenant alone.
 */
export interface Db {
  /** Reads: plain rows of one prepared statement that writes nothing and locks nothing. */
  query<Row>(tenant: TenantOrSystem, statement: Statement, values?: Values): Promise<Row[]>;
  /** One prepared statement that writes. It is atomic and is repeated after a conflict with another transaction. */
  command<Row>(tenant: TenantOrSystem, statement: Statement, values?: Values): Promise<Row[]>;
  /** Several statements. Any error rolls all of them back; a conflict with another transaction repeats `work`. */
  transaction<T>(tenant: TenantOrSystem, work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** SQLSTATEs of a conflict between transactions: the same work succeeds when it is repeated. */
const CONFLICTS = new Set(['40001', '40P01']);
const TRIES = 3;

const sqlState = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.length === 5 ? code : undefined;
};

const retryConflicts = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, {
    isWorthwhile: (error, tries) => tries < TRIES && CONFLICTS.has(sqlState(error) ?? ''),
  });

/** What row-level security and triggers read. `origin` is the trace of the request that events are sent for. */
interface Session {
  accountId: string;
  environment: string;
  origin: string;
}

function toSession(tenant: TenantOrSystem): Session {
  const link = currentTraceLink();
  const { accountId, environment } =
    tenant === SYSTEM ? { accountId: '', environment: '' } : tenant;
  return { accountId, environment, origin: link === null ? '' : JSON.stringify(link) };
}

const impliedBy = (tenant: TenantOrSystem): Values =>
  tenant === SYSTEM ? {} : { accountId: tenant.accountId, environment: tenant.environment };

const UNBOUND: Session = { accountId: '', environment: '', origin: '' };

export function createDb(pool: Pool, em: EntityManager): Db {
  /** The session that each connection was last bound to. Binding costs a round trip, so only a change pays for it. */
  const bound = new WeakMap<PoolClient, Session>();

  async function bind(client: PoolClient, session: Session): Promise<void> {
    const { accountId, environment, origin } = bound.get(client) ?? UNBOUND;
    if (
      accountId === session.accountId &&
      environment === session.environment &&
      origin === session.origin
    )
      return;
    bound.delete(client);
    await client.query({
      name: 'bind-session',
      text: `select set_config('app.account_id', $1, false), set_config('app.environment', $2, false), set_config('app.origin', $3, false)`,
      values: [session.accountId, session.environment, session.origin],
    });
    bound.set(client, session);
  }

  async function run<Row>(
    tenant: TenantOrSystem,
    statement: Statement,
    values: Values,
    writes: boolean,
  ): Promise<Row[]> {
    const client = await pool.connect();
    let broken = true;
    try {
      const session = toSession(tenant);
      // A read sends no event, so it takes any origin.
      if (!writes) session.origin = bound.get(client)?.origin ?? '';
      await bind(client, session);
      const prepared = bindValues(statement, values, impliedBy(tenant));
      const result = await client.query({ name: statement.name, ...prepared });
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

  const toTransaction = (tenant: TenantOrSystem, em: EntityManager): Transaction => ({
    em,
    async execute<Row>(statement: Statement | string, values: Values = {}) {
      const runner = em.getTransactionContext<QueryRunner<unknown>>();
      if (runner === undefined) throw new Error('the transaction has ended');
      const { text, values: params } = bindValues(statement, values, impliedBy(tenant));
      const { rows } = await runner.executeQuery(CompiledQuery.raw(text, params));
      return rows as Row[];
    },
  });

  return {
    query: (tenant, statement, values = {}) => run(tenant, statement, values, false),
    command: (tenant, statement, values = {}) =>
      retryConflicts(() => run(tenant, statement, values, true)),
    transaction: (tenant, work) =>
      retryConflicts(() => {
        const { accountId, environment, origin } = toSession(tenant);
        const session = {
          variables: {
            'app.account_id': accountId,
            'app.environment': environment,
            'app.origin': origin,
          },
        };
        return em
          .fork({ session })
          .transactional((tx) => work(toTransaction(tenant, tx as EntityManager)));
      }),
  };
}
