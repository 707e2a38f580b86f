import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedUrl, query } from './product-database.js';

/** Runs the product as an operator does: as separate processes, configured by environment variables. */

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.js');
const START_LIMIT_MS = 40_000;
const END_LIMIT_MS = 40_000;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface LogLine {
  level: number;
  msg: string;
  [field: string]: unknown;
}

export interface Product {
  pid: number;
  /** Base URL; empty for a process with the role worker. */
  url: string;
  /** Log lines so far. */
  lines: LogLine[];
  stderr(): string;
  exit: Promise<Exit>;
  /** Sends the signal and waits for the process to exit. */
  kill(signal: NodeJS.Signals): Promise<Exit>;
  /** Milliseconds from the start of the process to the first successful response of /readyz. */
  readyMs: number;
}

export interface ProductOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Arguments for Node, before the program. */
  nodeArgs?: readonly string[];
}

/** Processes and folders of one test file; `dispose` removes all of them. */
export interface Products {
  /** Creates a folder with a space in its path. A process without a given folder gets such a folder too. */
  folder(): Promise<string>;
  start(options?: ProductOptions): Promise<Product>;
  /** Starts a process without waiting until it is ready. */
  launch(options?: ProductOptions): Promise<Launched>;
  /** Kills all remaining processes. */
  rest(): Promise<void>;
  dispose(): Promise<void>;
}

type Launched = Omit<Product, 'url' | 'readyMs'>;

/** Retries `check` until it returns a value; rejects with the last error on a timeout. */
export async function until<T>(
  check: () => Promise<T> | T,
  limitMs: number,
  what: string,
  pauseMs = 20,
): Promise<NonNullable<T>> {
  const startedMs = performance.now();
  for (let cause: unknown; ; await sleep(pauseMs)) {
    try {
      const found = await check();
      if (found !== undefined && found !== null && found !== false) return found;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (performance.now() - startedMs > limitMs)
      throw new Error(`${what}: not within ${limitMs} ms`, { cause });
  }
}

export const within = <T>(promise: Promise<T>, limitMs: number, what: string): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`${what}: not within ${limitMs} ms`)),
    limitMs,
  );
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
};

const isReady = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
  await response.arrayBuffer();
  return response.status === 200;
};

function follow(child: ChildProcess): Launched {
  const lines: LogLine[] = [];
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) => {
      try {
        lines.push(JSON.parse(line) as LogLine);
      } catch {
        lines.push({ level: 0, msg: line });
      }
    });
  const exit = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  // Prevents an unhandled rejection if nobody awaits the exit.
  exit.catch(() => {});
  return {
    pid: child.pid ?? 0,
    lines,
    stderr: () => said,
    exit,
    kill(signal) {
      child.kill(signal);
      return within(exit, END_LIMIT_MS, `the end of process ${child.pid} after ${signal}`);
    },
  };
}

/** Kills the process when this process ends for any reason, which closes the pipe between them. */
function guard(pid: number): ChildProcess {
  const script = 'read -r _; kill -9 "$1" 2>/dev/null';
  const args = ['-c', script, 'sh', String(pid)];
  return spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
}

/** Database URL of each product started here, by base URL. */
const databases = new Map<string, () => Promise<string>>();

/** Enables live engines for an account, with limits that no test reaches; no effect on products not started here. */
export async function liftLimits(url: string, accountId: string): Promise<void> {
  const databaseUrl = await databases.get(url)?.();
  if (databaseUrl === undefined) return;
  const limits = { requestsPerMinute: 1e9, requestsPerHour: 1e9, requestsPerDay: 1e9 };
  await query(
    databaseUrl,
    "update account_setting set limits = limits || $2::jsonb, engine_grant = 'operator' where account_id = $1",
    [accountId, JSON.stringify(limits)],
  );
}

export function createProducts(): Products {
  const folders: string[] = [];
  const running = new Set<Launched>();

  const folder = async () => {
    const made = await mkdtemp(join(tmpdir(), 'answerscope product '));
    folders.push(made);
    return made;
  };

  async function launch({ env = {}, cwd, nodeArgs = [] }: ProductOptions = {}): Promise<Launched> {
    const child = spawn(process.execPath, [...nodeArgs, '--enable-source-maps', MAIN], {
      cwd: cwd ?? (await folder()),
      // The process does not inherit the suite's own settings.
      env: { PATH: process.env.PATH, PORT: '0', LOG_FORMAT: 'json', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const launched = follow(child);
    running.add(launched);
    const guarded = guard(launched.pid);
    const forget = () => {
      running.delete(launched);
      guarded.kill('SIGKILL');
    };
    void launched.exit.then(forget, forget);
    return launched;
  }

  async function start(given: ProductOptions = {}): Promise<Product> {
    const startedMs = performance.now();
    const cwd = given.cwd ?? (await folder());
    const launched = await launch({ ...given, cwd });
    let ended: Exit | undefined;
    void launched.exit.then((exit) => {
      ended = exit;
    });
    const isUp = async () => {
      if (ended) return { url: null };
      const up = launched.lines.find((line) =>
        /^Answerscope (listens|worker started)/.test(line.msg),
      );
      if (up === undefined) return null;
      const url = typeof up.url === 'string' ? up.url : '';
      return url === '' || (await isReady(url)) ? { url } : null;
    };
    const { url } = await until(isUp, START_LIMIT_MS, 'the start', 5);
    if (url === null)
      throw new Error(
        `ended with ${JSON.stringify(ended)} before it was ready: ${launched.stderr()}`,
      );
    const { DATABASE_URL, DATA_DIR = '.data' } = given.env ?? {};
    databases.set(url, async () => DATABASE_URL ?? embeddedUrl(resolve(cwd, DATA_DIR)));
    return { ...launched, url, readyMs: performance.now() - startedMs };
  }

  async function rest(): Promise<void> {
    await Promise.all([...running].map((process) => process.kill('SIGKILL')));
  }

  return {
    folder,
    launch,
    start,
    rest,
    async dispose() {
      await rest();
      // The database of a killed product needs a moment to stop.
      for (const path of folders.splice(0))
        await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
}
