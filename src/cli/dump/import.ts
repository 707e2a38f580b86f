import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { AppError } from '../../errors.js';
import { type CopyIn, copyIn } from './copy.js';
import { type Counts, FORMAT } from './export.js';
import { isAbove, listMigrations, listTables, type Table } from './tables.js';

const NEWLINE = 10;
const BATCH_BYTES = 65_536;
const END = Buffer.from('\\.\n');

const unusable = (reason: string): AppError =>
  new AppError('BAD_INPUT', `this file cannot be restored: ${reason}`);

/** Lines with their newlines. COPY escapes newlines inside a value. */
async function* readLines(file: string): AsyncGenerator<Buffer, void, void> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of source.pipe(gunzip)) {
      const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let from = 0;
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
        yield bytes.subarray(from, at + 1);
        from = at + 1;
      }
      rest = bytes.subarray(from);
    }
  } catch (error) {
    throw unusable((error as Error).message);
  } finally {
    source.destroy();
  }
  if (rest.length > 0) throw unusable('it is incomplete');
}

function parse(line: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(line.toString());
  } catch {
    throw unusable('it is not an Answerscope backup');
  }
}

async function takeRows(lines: AsyncGenerator<Buffer, void, void>, into: CopyIn): Promise<number> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const { value: line } = await lines.next();
    if (line === undefined) throw unusable('it is incomplete');
    const isEnd = line.equals(END);
    if (!isEnd) {
      batch.push(line);
      bytes += line.length;
    }
    if (bytes >= BATCH_BYTES || (isEnd && bytes > 0)) {
      await into.write(Buffer.concat(batch));
      batch = [];
      bytes = 0;
    }
    if (isEnd) return into.end();
  }
}

async function takeTables(
  client: pg.Client,
  lines: AsyncGenerator<Buffer, void, void>,
  tables: readonly Table[],
): Promise<Counts> {
  const counts: Counts = {};
  for await (const line of { [Symbol.asyncIterator]: () => ({ next: () => lines.next() }) }) {
    const { table: name, columns, rows } = parse(line);
    if (rows !== undefined) {
      for (const [table, count] of Object.entries(rows as Counts))
        if ((counts[table] ?? 0) !== count) throw unusable(`rows of ${table} are missing`);
      return counts;
    }
    const table = tables.find((known) => known.name === name);
    const known = (columns as string[]).filter((column) => table?.columns.includes(column));
    if (table === undefined || known.length !== (columns as string[]).length)
      throw unusable(`${name} has no matching table`);
    const into = await copyIn(client, `copy ${table.name} (${known.join(', ')}) from stdin`);
    counts[table.name] = (counts[table.name] ?? 0) + (await takeRows(lines, into));
  }
  throw unusable('it is incomplete');
}

/** Restores a backup in one transaction. The database must be empty, so that old and new rows never mix. */
export async function importFrom(
  client: pg.Client,
  file: string,
  makeMonths: (months: readonly string[]) => Promise<void>,
): Promise<Counts> {
  const lines = readLines(file);
  const first = await lines.next();
  const header = parse(first.value ?? Buffer.from(''));
  if (header.format !== FORMAT) throw unusable('it is not an Answerscope backup');
  const ours = await listMigrations(client);
  const theirs = header.migrations as string[];
  if (theirs.some((name, at) => ours[at] !== name))
    throw unusable('it comes from a newer version; install that version first');
  const { rows: found } = await client.query(
    `select exists (select from auth."user") or exists (select from auth."organization") as used`,
  );
  if (found[0].used)
    throw new AppError('CONFLICT', 'the database is not empty; restore into a new database');
  await makeMonths(header.months as string[]);
  await client.query('begin');
  const tables = await listTables(client);
  const bound = (await isAbove(client)) ? [] : tables.filter((table) => table.bound);
  // COPY is not allowed under row-level security. Lifted for the owner only, within this transaction.
  for (const { name } of bound)
    await client.query(`alter table ${name} no force row level security`);
  // Triggers already ran when the rows were first inserted.
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  const counts = await takeTables(client, lines, tables);
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  for (const { name } of bound) await client.query(`alter table ${name} force row level security`);
  await client.query('commit');
  return counts;
}
