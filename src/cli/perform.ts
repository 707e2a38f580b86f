import { join } from 'node:path';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../config/config.js';
import type { Deps } from '../deps.js';
import { AppError, toPublicError } from '../errors.js';
import { createLog } from '../observability/log.js';
import type { Runtime } from '../runtime.js';
import { reasonOf } from './failure.js';
import { type Printing, withJson } from './options.js';
import { currentShell } from './shell.js';

/** Names and mails are written by strangers: what would steer the terminal is left out. */
export const toPrintable = (text: string): string => text.replace(/(?!\n)\p{Cc}/gu, '');

/** Columns as wide as their widest cell, two spaces apart. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => toPrintable(cell).replaceAll('\n', ' ')));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const toTime = (time: Date | null, otherwise = '-'): string =>
  time?.toISOString().replace(/\.\d+Z$/, 'Z') ?? otherwise;

/** One answer in both its forms. */
export interface CommandResult {
  data: object;
  text: string;
}

const STOPPED_BY = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** One line with the way to more; what the caller did wrong stays as it is, and so does what is one already. */
function toFault(config: Config, error: unknown, doing: string): unknown {
  const { code, status } = toPublicError(error);
  if (status < 500 || error instanceof AppError) return error;
  const { databaseUrl, dataDir } = config;
  const reason = reasonOf(error);
  const more =
    databaseUrl === undefined
      ? `log: ${join(dataDir, 'postgres', 'server.log')}`
      : 'LOG_LEVEL=debug tells more';
  return new AppError(code, `${doing}: ${reason}${reason.includes('(log: ') ? '' : ` (${more})`}`, {
    cause: error,
  });
}

/** Without the password in it. */
const placeOf = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === undefined ? `in ${dataDir}` : `at ${new URL(databaseUrl).host || 'DATABASE_URL'}`;

/**
 * Opens what the server opens, does one thing, prints it, and closes everything again, also when it
 * is stopped half-way.
 */
export async function perform(
  { json }: Printing,
  work: (deps: Deps, runtime: Runtime) => Promise<CommandResult>,
  /** The last word when it is stopped by a signal. */
  farewell: () => string = () => '',
): Promise<void> {
  const { readSettings, stdout, stderr } = currentShell();
  const config = loadConfig(readSettings(), stderr.isTTY);
  // What the server says in passing is of no interest here, unless LOG_LEVEL asks for it.
  const level = config.logLevel === 'info' ? 'warn' : config.logLevel;
  const options = { level, format: config.logFormat, fd: 2 as const };
  const log = createLog(options, stderr === process.stderr ? undefined : stderr);
  let runtime: Runtime | undefined;
  let isStopped = false;
  const stop = (signal: NodeJS.Signals) => {
    isStopped = true;
    stderr.write(farewell());
    // The handler is gone by now: the signal ends the process as if there had been none.
    const end = () => process.kill(process.pid, signal);
    if (runtime) void runtime.dispose().finally(end);
    else end();
  };
  for (const signal of STOPPED_BY) process.once(signal, stop);

  try {
    // Most of a command's start is loading this: help and typing errors do without.
    const { createRuntime } = await import('../runtime.js');
    runtime = await createRuntime({ config, log, supervise: false }).catch((error) => {
      throw toFault(config, error, `the database ${placeOf(config)} cannot be opened`);
    });
    const { data, text } = await work(runtime.deps, runtime);
    stdout.write(`${json ? JSON.stringify(data) : text}\n`);
  } catch (error) {
    log.debug({ err: error }, 'the command failed');
    // What fails because it is being stopped is not worth a word.
    if (!isStopped) throw toFault(config, error, 'something went wrong');
  } finally {
    await runtime?.dispose();
    for (const signal of STOPPED_BY) process.off(signal, stop);
  }
}

/** What a verb does, with its options and its argument. */
export type VerbWork<Options = Printing> = (
  deps: Deps,
  options: Options,
  argument: string,
  runtime: Runtime,
) => Promise<CommandResult>;

/** Has a verb perform its work; to be called last, for the order of its options in the help. */
export const addAction = <Options extends Printing>(
  verb: Command,
  work: VerbWork<Options>,
  farewell?: () => string,
): Command =>
  withJson(verb).action((...given: unknown[]) => {
    // The last of them is the verb itself.
    const options = given.at(-2) as Options;
    const argument = given[0] as string;
    return perform(options, (deps, runtime) => work(deps, options, argument, runtime), farewell);
  });
