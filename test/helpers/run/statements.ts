import { createRequire } from 'node:module';
import pg from 'pg';

/**
 * Statements that are not counted: those without data (transactions, settings), those that run by the clock
 * (polling for jobs, storing the use of keys), and those shared by many calls (permits, request counts).
 */
const OVERHEAD =
  /^\s*(begin|commit|rollback|select set_config\(|select 1\s*$)|\bpgboss\.|\bauth\.take_places\(|\b(insert into|update|delete from) auth\.owed_look\b|\binto request_count\b|"last_used_at" =/i;

/** The ORM has its own copy of the driver; statements go through either. */
const { Client: OrmClient } = createRequire(
  createRequire(import.meta.url).resolve('@mikro-orm/postgresql'),
)('pg') as typeof pg;
const prototypes = [...new Set([pg.Client.prototype, OrmClient.prototype])];

/** Texts of the data statements that this process sends during `work`, on any connection. */
export async function countStatements(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const restore = prototypes.map((prototype) => {
    const original = prototype.query;
    const spy = function (this: pg.Client, ...args: unknown[]): unknown {
      const [first] = args as [string | { text?: string }];
      const text = typeof first === 'string' ? first : (first?.text ?? '');
      if (!OVERHEAD.test(text)) seen.push(text);
      return Reflect.apply(original, this, args);
    };
    prototype.query = spy as never;
    return () => {
      prototype.query = original;
    };
  });
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return seen;
}
