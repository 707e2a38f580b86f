import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommand } from '../../src/cli/run-command.js';
import { withShell } from '../../src/cli/shell.js';
import { createMigratedDatabase } from '../helpers/app.js';
import { createTestDatabase, type TestLogin } from '../helpers/run/database.js';

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  input?: string;
}

export interface Operator {
  env: Record<string, string>;
  folder: string;
  dataDir: string;
  /** As the server's superuser. */
  databaseUrl: string;
  /** Runs one command within this process; a string is split at its spaces. */
  run(args: string | readonly string[], options?: RunOptions): Promise<Ended>;
  /** The same, with `--json`: what it prints, once it has ended well. */
  // biome-ignore lint/suspicious/noExplicitAny: each command prints its own
  ask(args: string | readonly string[], options?: RunOptions): Promise<any>;
  /** Runs one command in a process of its own, in an empty folder. */
  spawn(args: string, options?: { env?: Record<string, string>; meet?: Meet }): Promise<Ended>;
  dispose(): Promise<void>;
}

/** Called with the process once it runs. */
type Meet = (child: ChildProcess) => void;

const MAIN = join(import.meta.dirname, '../../src/cli/main.js');
const LIMIT_MS = 60_000;

const toWords = (args: string | readonly string[]): readonly string[] =>
  typeof args === 'string' ? args.split(' ').filter(Boolean) : args;

async function runHere(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const readSettings = () => env;
  const shell = { readSettings, stdin: Readable.from([input]), stdout, stderr, exitCode: 0 };
  const code = await withShell(shell, () => runCommand(args));
  stdout.end();
  stderr.end();
  const [out, err] = await written;
  return { code, signal: null, stdout: out, stderr: err };
}

async function runApart(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  meet?: Meet,
): Promise<Ended> {
  // Only what the test says: no setting of the machine it runs on takes part.
  const options = { cwd, env, timeout: LIMIT_MS };
  const child = spawn(process.execPath, [MAIN, ...args], options);
  child.stdin.end();
  const ended = new Promise<Pick<Ended, 'code' | 'signal'>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const written = Promise.all([text(child.stdout), text(child.stderr)]);
  meet?.(child);
  const [end, [stdout, stderr]] = await Promise.all([ended, written]);
  return { ...end, stdout, stderr };
}

/** Someone at a shell beside a server's database, which a login of its own may own. */
export async function createOperator({
  database = true,
  login,
}: {
  database?: boolean;
  login?: TestLogin;
} = {}): Promise<Operator> {
  const folder = await mkdtemp(join(tmpdir(), 'answerscope cli '));
  // Tables that are there already are their maker's, not the login's.
  const create = login ? createTestDatabase : createMigratedDatabase;
  const clone = database ? await create() : undefined;
  const ownUrl = clone && login ? await login.own(clone) : clone?.url;
  const dataDir = join(folder, 'data');
  const env = {
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret of the test suite, long enough',
    ...(ownUrl !== undefined && { DATABASE_URL: ownUrl }),
  };
  const run: Operator['run'] = (args, options = {}) =>
    runHere(toWords(args), { ...env, ...options.env }, options.input);
  return {
    env,
    folder,
    dataDir,
    databaseUrl: clone?.url ?? '',
    run,
    async ask(args, options) {
      const { code, stdout, stderr } = await run([...toWords(args), '--json'], options);
      if (code !== 0 || stderr !== '') throw new Error(`${args}: exit ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    spawn: (args, options = {}) =>
      runApart(toWords(args), folder, { ...env, ...options.env }, options.meet),
    async dispose() {
      await clone?.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The error that `--json` puts last on stderr, after what was logged; nothing is on stdout. */
export function errorOf({ stdout, stderr }: Ended): { code: string; message: string } {
  if (stdout !== '') throw new Error(`on stdout: ${stdout}`);
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
}
