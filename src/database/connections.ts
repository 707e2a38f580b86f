import type { Socket } from 'node:net';
import type { Client, Pool, PoolClient } from 'pg';
import { codeOf, currentRequestContext, type SpanStart } from '../observability/request-context.js';

/** SQLSTATE of a write to a read-only server. */
const READ_ONLY = '25006';
/** How long the borrower of a lost connection has to return it. */
const RETURN_MS = 1_000;

export type StatementObserver = (statement: { outcome: 'ok' | 'failed'; seconds: number }) => void;

const NAMES = /^\s*(insert into|update|delete from)\s+("?[\w.]+"?(?:\."\w+")?)/i;

/**
 * Span of a statement. Only the text of prepared statements is sure to contain no values; for other statements the span
 * has only the command and the table.
 */
function describe(statement: unknown): SpanStart {
  const { name, text } = (
    typeof statement === 'string' ? { text: statement } : (statement ?? {})
  ) as { name?: string; text?: string };
  const command =
    /^\s*(?:with|[a-z]+)\b/i
      .exec(text ?? '')?.[0]
      .trim()
      .toUpperCase() ?? 'SQL';
  const told = NAMES.exec(text ?? '');
  return {
    name: name ?? (told === null ? command : `${command} ${told[2]?.replaceAll('"', '')}`),
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': command,
      ...(name !== undefined && text !== undefined && { 'db.query.text': text }),
    },
  };
}

/**
 * Observes the statements of a connection. Destroys a connection whose statement timed out: on a dead network path a
 * rollback would wait for a second timeout, and so would the next borrower.
 */
function watchStatements(
  client: PoolClient,
  tell: StatementObserver,
  onReadOnly: () => void,
): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  const driver = Object.getPrototypeOf(client) as PoolClient;
  client.query = ((...args: unknown[]) => {
    const span = currentRequestContext()?.span?.child(describe(args[0]));
    const startedMs = performance.now();
    const answer: Promise<unknown> | undefined = Reflect.apply(driver.query, client, args);
    const end = (outcome: 'ok' | 'failed', code?: string) => {
      span?.end(code);
      tell({ outcome, seconds: (performance.now() - startedMs) / 1_000 });
    };
    answer?.then?.(
      () => end('ok'),
      (error: Error) => {
        end('failed', codeOf(error));
        if (codeOf(error) === READ_ONLY) onReadOnly();
        if (error.message === 'Query read timeout') connection.stream.destroy();
      },
    );
    return answer;
  }) as typeof client.query;
}

/**
 * Removes lost connections from the pool, because the query builder of the ORM does not return a connection on which a
 * transaction could not begin or roll back; ten such losses would leave the process without a database until its
 * restart. Also closes connections to a read-only server: after a failover the same host name leads to another server.
 */
export function watchConnections(pool: Pool, tell: StatementObserver): void {
  const lent = new Set<PoolClient>();
  const readOnly = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => {
    lent.delete(client);
    // The pool does not reuse a connection that is closing.
    if (readOnly.has(client)) void (client as unknown as Client).end();
  });
  pool.on('connect', (client) => {
    // A running statement reports the loss; without a listener, a loss between statements would end the process.
    client.on('error', () => {});
    client.once('end', () => {
      if (!lent.has(client)) return;
      const giveBack = setTimeout(() => {
        if (lent.delete(client)) client.release(true);
      }, RETURN_MS);
      // The timer must not keep the process alive.
      giveBack.unref();
    });
    watchStatements(client, tell, () => readOnly.add(client));
  });
}
