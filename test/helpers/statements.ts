import pg from 'pg';

/** Those that only open, bind or close: they carry no data and come once per connection. */
const OVERHEAD = /^\s*(begin|commit|rollback|select set_config\()/i;

/** The text of each data statement that this process sends while `work` runs, on any connection. */
export async function countStatements(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const original = pg.Client.prototype.query;
  const spy = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args as [string | { text?: string }];
    const text = typeof first === 'string' ? first : (first?.text ?? '');
    if (!OVERHEAD.test(text)) seen.push(text);
    return Reflect.apply(original, this, args);
  };
  pg.Client.prototype.query = spy as never;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return seen;
}
