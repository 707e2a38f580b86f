import type { Command } from 'commander';
import pg from 'pg';
import { badInput } from '../../errors.js';
import type { Runtime } from '../../runtime.js';
import { requeueAll } from '../../services/operations/requeue.js';
import { type Counts, exportTo } from '../dump/export.js';
import { importFrom } from '../dump/import.js';
import { addVerb } from '../options.js';
import { addAction, type CommandResult, type VerbWork } from '../perform.js';

/** Connects as the owner of the tables or a superuser, to see the rows of all tenants, and without a statement timeout. */
async function connected<T>(
  { access }: Runtime,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: access.ownerUrl,
    application_name: 'answerscope backup',
    options: '-c search_path=public,auth -c TimeZone=UTC -c client_encoding=UTF8',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    // During a COPY the connection cannot be closed any other way.
    (
      client as unknown as { connection: { stream: { destroy(): void } } }
    ).connection.stream.destroy();
  }
}

const toAnswer = (file: string, counts: Counts, done: string, hint: string): CommandResult => {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { data: { file, rows, counts }, text: `${rows} rows ${done} ${file}\n${hint}` };
};

const backup: VerbWork = async (_deps, _options, file, runtime) => {
  const counts = await connected(runtime, (client) => exportTo(client, file)).catch((error) => {
    if (/^E(EXIST|NOENT|ACCES|ISDIR|ROFS)$/.test(error.code))
      throw badInput('file', `${file} cannot be created: ${error.message}`);
    throw error;
  });
  const hint = 'Also keep the secret key: SECRET_KEY, or the file secret.key in DATA_DIR.';
  return toAnswer(file, counts, 'written to', hint);
};

const restore: VerbWork = async (deps, _options, file, runtime) => {
  const makeMonths = async (months: readonly string[]) => {
    await runtime.asOwner(async ({ client }) => {
      for (const month of months)
        await client.query('select make_answer_partitions($1::date)', [month]);
    });
  };
  const counts = await connected(runtime, (client) => importFrom(client, file, makeMonths));
  const runs = await requeueAll(deps);
  return toAnswer(file, counts, 'restored from', `${runs} unfinished runs continue.`);
};

export function addBackupCommands(program: Command): void {
  const backing = addVerb(
    program,
    'backup <file>',
    'Write a backup of the database to a new file. Works while the server runs.',
    ['backup ~/answerscope-2030-01-31.gz'],
  );
  addAction(backing, backup);
  const restoring = addVerb(
    program,
    'restore <file>',
    'Restore a backup of this or an older version into an empty database.',
    ['restore ~/answerscope-2030-01-31.gz'],
  );
  addAction(restoring, restore);
}
