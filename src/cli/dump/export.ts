import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type pg from 'pg';
import { ANONYMOUS_ACCOUNT_ID } from '../../domain/accounts/anonymous.js';
import { copyOut } from './copy.js';
import { isAbove, listMigrations, listTables, type Table } from './tables.js';

export const FORMAT = 'answerscope-backup-1';
export type Counts = Record<string, number>;

const BIND = `select set_config('app.account_id', $1, true), set_config('app.environment', $2, true)`;
const MONTHS = `select to_char(to_date(right(c.relname, 6), 'YYYYMM'), 'YYYY-MM-DD') as month
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'answer'::regclass order by 1`;

async function copyTable(client: pg.Client, table: Table, gzip: Gzip): Promise<number> {
  const { name, columns } = table;
  gzip.write(`${JSON.stringify({ table: name, columns })}\n`);
  const rows = await copyOut(
    client,
    `copy (select ${columns.join(', ')} from ${name}) to stdout`,
    gzip,
  );
  gzip.write('\\.\n');
  return rows;
}

/** Writes all tables in one snapshot, in the text format of COPY. */
async function writeTables(client: pg.Client, gzip: Gzip): Promise<Counts> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(`set local search_path = public, auth`);
  const migrations = await listMigrations(client);
  const months = (await client.query(MONTHS)).rows.map(({ month }) => month);
  gzip.write(`${JSON.stringify({ format: FORMAT, migrations, months })}\n`);
  const above = await isAbove(client);
  const accounts = (await client.query('select id from auth."organization"')).rows;
  accounts.push({ id: ANONYMOUS_ACCOUNT_ID });
  const counts: Counts = {};
  for (const table of await listTables(client)) {
    let rows = 0;
    if (above || !table.bound) rows = await copyTable(client, table, gzip);
    else {
      for (const { id } of accounts) {
        for (const environment of table.environment ? ['live', 'test'] : ['live']) {
          await client.query(BIND, [id, environment]);
          rows += await copyTable(client, table, gzip);
        }
      }
    }
    counts[table.name] = rows;
  }
  await client.query('commit');
  return counts;
}

/** Writes all tables to a new file with mode 0600. A partial file is removed. @returns rows by table */
export async function exportTo(client: pg.Client, file: string): Promise<Counts> {
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await once(out, 'open');
  const gzip = createGzip();
  const written = finished(gzip.pipe(out));
  written.catch(() => {});
  try {
    const counts = await Promise.race([
      writeTables(client, gzip),
      written.then(() => Promise.reject(new Error(`${file} was closed`))),
    ]);
    gzip.end(`${JSON.stringify({ rows: counts })}\n`);
    await written;
    return counts;
  } catch (error) {
    out.destroy();
    await rm(file, { force: true });
    throw error;
  }
}
