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

/** Removes control characters: names and mail come from strangers and could control the terminal. */
export const toPrintable = (text: string): string => text.replace(/(?!\n)\p{Cc}/gu, '');

/** Text table: each column is as wide as its widest cell, with two spaces between columns. */
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

/** Result of a command, as JSON data and as text. */
export interface CommandResult {
  data: object;
  text: string;
}

const STOPPED_BY = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Adds to a system error where to find details. Caller errors and `AppError`s are returned unchanged. */
function toFault(config: Config, error: unknown, doing: string): unknown {
  const { code, status } = toPublicError(error);
  if (status < 500 || error instanceof AppError) return error;
  const { databaseUrl, dataDir } = config;
  const reason = reasonOf(error);
  const more =
    databaseUrl === undefined
      ? `log: ${join(dataDir, 'postgres', 'server.log')}`
      : 'set LOG_LEVEL=debug for details';
  return new AppError(code, `${doing}: ${reason}${reason.includes('(log: ') ? '' : ` (${more})`}`, {
    cause: error,
  });
}

/** Location of the database, without its password. */
const placeOf = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === undefined ? `in ${dataDir}` : `at ${new URL(databaseUrl).host || 'DATABASE_URL'}`;

/** Creates the server's runtime, does the work, prints the result and disposes the runtime, also on a signal. */
export async function perform(
  { json }: Printing,
  work: (deps: Deps, runtime: Runtime) => Promise<CommandResult>,
  /** Text written to stderr when a signal stops the command. */
  farewell: () => string = () => '',
): Promise<void> {
  const { readSettings, stdout, stderr } = currentShell();
  const config = loadConfig(readSettings(), stderr.isTTY);
  // Commands do not print the server's info messages.
  const level = config.logLevel === 'info' ? 'warn' : config.logLevel;
  const options = { level, format: config.logFormat, fd: 2 as const };
  const log = createLog(options, stderr === process.stderr ? undefined : stderr);
  let runtime: Runtime | undefined;
  let isStopped = false;
  const stop = (signal: NodeJS.Signals) => {
    isStopped = true;
    stderr.write(farewell());
    // `once` has removed the handler, so this signal ends the process.
    const end = () => process.kill(process.pid, signal);
    if (runtime) void runtime.dispose().finally(end);
    else end();
  };
  for (const signal of STOPPED_BY) process.once(signal, stop);

  try {
    // Loading this is most of a command's start-up time: help and usage errors skip it.
    const { createRuntime } = await import('../runtime.js');
    runtime = await createRuntime({ config, log, supervise: false }).catch((error) => {
      throw toFault(config, error, `the database ${placeOf(config)} cannot be opened`);
    });
    const { data, text } = await work(runtime.deps, runtime);
    stdout.write(`${json ? JSON.stringify(data) : text}\n`);
  } catch (error) {
    log.debug({ err: error }, 'the command failed');
    // A failure caused by the signal is not reported.
    if (!isStopped) throw toFault(config, error, 'the command failed');
  } finally {
    await runtime?.dispose();
    for (const signal of STOPPED_BY) process.off(signal, stop);
  }
}

/** The work of a verb; `argument` is its first positional argument. */
export type VerbWork<Options = Printing> = (
  deps: Deps,
  options: Options,
  argument: string,
  runtime: Runtime,
) => Promise<CommandResult>;

/** Sets a verb's action. Call it after all options, so that the help lists `--json` last. */
export const addAction = <Options extends Printing>(
  verb: Command,
  work: VerbWork<Options>,
  farewell?: () => string,
): Command =>
  withJson(verb).action((...given: unknown[]) => {
    // The last argument is the verb itself, the options precede it.
    const options = given.at(-2) as Options;
    const argument = given[0] as string;
    return perform(options, (deps, runtime) => work(deps, options, argument, runtime), farewell);
  });
