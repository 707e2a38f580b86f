import type { Db, Statement, TenantOrSystem, Values } from '../../../src/database/db.js';
import { codeOf } from '../../../src/observability/request-context.js';

const READ_ONLY = '25006';

/** Statements that this worker has repeated in a read-only transaction already. */
const proved = new Set<string>();

/**
 * Remembers what `query` is asked, and repeats each statement once a worker in a transaction that may only read.
 * `prove` rejects for a statement that writes or locks; a database that has gone proves nothing.
 */
export function watchReads(db: Db): { prove(): Promise<void> } {
  const asked = new Map<string, [TenantOrSystem, Statement, Values | undefined]>();
  const { query } = db;
  db.query = (subject, statement, values) => {
    if (!proved.has(statement.name)) asked.set(statement.name, [subject, statement, values]);
    return query(subject, statement, values);
  };
  return {
    async prove() {
      for (const [name, [subject, statement, values]] of asked) {
        const reading = db.transaction(subject, async (tx) => {
          await tx.execute('set transaction read only');
          await tx.execute(statement, values);
        });
        const code = await reading.then(() => null, codeOf);
        if (code === READ_ONLY) throw new Error(`${name} is asked by query, and writes or locks`);
        if (code === null) proved.add(name);
      }
    },
  };
}
