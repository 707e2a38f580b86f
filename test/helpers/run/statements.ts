import { createRequire } from 'node:module';
import pg from 'pg';

/**
 * Those that only open, bind or close: they carry no data and come once per connection. And those
 * of the process itself, which come by the clock: its workers look for jobs, a key's use is noted.
 * A trip for places under a limit belongs to many calls, or to none, and so do counts of requests.
 */
const OVERHEAD =
  /^\s*(begin|commit|rollback|select set_config\(|select 1\s*$)|\bpgboss\.|\bauth\.take_places\(|\b(insert into|update|delete from) auth\.owed_look\b|\binto request_count\b|"last_used_at" =/i;

/** The ORM brings a driver of its own; statements go through either. */
const { Client: OrmClient } = createRequire(
  createRequire(import.meta.url).resolve('@mikro-orm/postgresql'),
)('pg') as typeof pg;
const prototypes = [...new Set([pg.Client.prototype, OrmClient.prototype])];

/** The text of each data statement that this process sends while `work` runs, on any connection. */
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
