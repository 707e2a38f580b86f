import type pg from 'pg';

/** The thirty days of demo data can begin two calendar months back. */
const MONTHS_BACK = 2;
const MONTHS_AHEAD = 2;

/** Creates partitions of answers for this month, the two before it and the two after it. */
export async function makePartitions(client: pg.Client, now: Date): Promise<void> {
  for (let month = -MONTHS_BACK; month <= MONTHS_AHEAD; month += 1) {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1));
    await client.query('select make_answer_partitions($1::date)', [
      first.toISOString().slice(0, 10),
    ]);
  }
}

/** Partitions of answer texts that end before a time and are not empty. */
const OLD_MONTHS = `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'answer_text'::regclass and c.relname ~ '^answer_text_[0-9]{6}$'
    and to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= $1::timestamptz at time zone 'UTC'
    and pg_table_size(c.oid) > $2
  order by 1`;
/** Size of an empty table with its TOAST index. */
const EMPTY_BYTES = 8_192;

/**
 * Truncates whole months, which frees their disk space. The partitions remain, because a run of that time may be
 * retried, and only the owner could create a partition for its answers.
 * @returns names of the truncated partitions
 */
export async function emptyOldMonths(client: pg.Client, before: Date): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(OLD_MONTHS, [before, EMPTY_BYTES]);
  for (const { name } of rows) await client.query(`truncate ${name}`);
  return rows.map(({ name }) => name);
}
