import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/database/migrate.js';
import { createLog } from '../../src/observability/log.js';
import { createTestDatabase, type TestLogin } from '../helpers/run/database.js';

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  ms: number;
}

export interface Operator {
  env: Record<string, string>;
  dataDir: string;
  /** As the server's superuser. */
  databaseUrl: string;
  /** Runs one command in a process of its own, in an empty folder. */
  run(args: string, options?: RunOptions): Promise<Ended>;
  /** The same, with `--json`: what it prints, once it has ended well. */
  // biome-ignore lint/suspicious/noExplicitAny: each command prints its own
  ask(args: string, options?: RunOptions): Promise<any>;
  dispose(): Promise<void>;
}

export interface RunOptions {
  env?: Record<string, string>;
  input?: string;
  /** Called with the process once it runs. */
  meet?: (child: ChildProcess) => void;
}

const MAIN = join(import.meta.dirname, '../../src/cli/main.js');
const LIMIT_MS = 25_000;

export const quiet = createLog({ level: 'silent', format: 'json' });
const migrated = async (url: string) => void (await migrate(url, quiet));

const run = (
  args: string,
  cwd: string,
  env: Record<string, string>,
  { input = '', meet }: RunOptions,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now();
    // Only what the test says: no setting of the machine it runs on takes part.
    const child = spawn(process.execPath, [MAIN, ...args.split(' ').filter(Boolean)], {
      cwd,
      env,
      timeout: LIMIT_MS,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code, signal, stdout, stderr, ms: performance.now() - startedMs }),
    );
    meet?.(child);
  });

/** Someone at a shell beside a server's database, which a login of its own may own. */
export async function createOperator({
  database = true,
  login,
}: {
  database?: boolean;
  login?: TestLogin;
} = {}): Promise<Operator> {
  const cwd = await mkdtemp(join(tmpdir(), 'answerscope cli '));
  // Tables that are there already are their maker's, not the login's.
  const clone = database ? await createTestDatabase(login ? undefined : migrated) : undefined;
  const ownUrl = clone && login ? await login.own(clone) : clone?.url;
  const dataDir = join(cwd, 'data');
  const env = {
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret of the test suite, long enough',
    ...(ownUrl !== undefined && { DATABASE_URL: ownUrl }),
  };
  const runHere: Operator['run'] = (args, options = {}) =>
    run(args, cwd, { ...env, ...options.env }, options);
  return {
    env,
    dataDir,
    databaseUrl: clone?.url ?? '',
    run: runHere,
    async ask(args, options) {
      const { code, stdout, stderr } = await runHere(`${args} --json`, options);
      if (code !== 0 || stderr !== '') throw new Error(`${args}: exit ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    async dispose() {
      await clone?.dispose();
      await rm(cwd, { recursive: true, force: true });
    },
  };
}

/** The error that `--json` puts last on stderr, after what was logged; nothing is on stdout. */
export function errorOf({ stdout, stderr }: Ended): { code: string; message: string } {
  if (stdout !== '') throw new Error(`on stdout: ${stdout}`);
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
}
