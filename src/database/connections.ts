import type { Socket } from 'node:net';
import type { Client, Pool, PoolClient } from 'pg';
import { codeOf, currentRequestContext, type SpanStart } from '../observability/request-context.js';

/** The SQLSTATE of a change where none may be made. */
const READ_ONLY = '25006';
/** How long after its loss whoever was lent a connection may still give it back. */
const RETURN_MS = 1_000;

export type StatementObserver = (statement: { outcome: 'ok' | 'failed'; seconds: number }) => void;

const NAMES = /^\s*(insert into|update|delete from)\s+("?[\w.]+"?(?:\."\w+")?)/i;

/**
 * What a trace shows of a statement. Only a prepared one surely has no value in its text: of others
 * there is no more than the command and the table it changes.
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
 * A connection on which an answer did not come in time is broken off at once: behind a wire that is
 * dead, a rollback would wait as long again, and so would whoever got the connection next.
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
 * Keeps lost connections from taking places in the pool, and those to a server that takes no changes: whether it
 * does is settled for a session at its start, and after a failover the same name leads to another server. The query builder beneath the ORM does not
 * give a connection back on which a transaction could not be begun or rolled back; ten such losses
 * would leave the process without a database until its restart.
 */
export function watchConnections(pool: Pool, tell: StatementObserver): void {
  const lent = new Set<PoolClient>();
  const readOnly = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => {
    lent.delete(client);
    // The pool keeps none that is ending.
    if (readOnly.has(client)) void (client as unknown as Client).end();
  });
  pool.on('connect', (client) => {
    // The statement under way tells of a loss; one between statements would end the process.
    client.on('error', () => {});
    client.once('end', () => {
      if (!lent.has(client)) return;
      const giveBack = setTimeout(() => {
        if (lent.delete(client)) client.release(true);
      }, RETURN_MS);
      // With the process ends the pool.
      giveBack.unref();
    });
    watchStatements(client, tell, () => readOnly.add(client));
  });
}
