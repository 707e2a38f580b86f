import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test } from '@jest/globals';
import pg from 'pg';
import { findOrphans, readPostmaster } from '../../src/postgres/postmaster.js';
import { type PostgresServer, startPostgres } from '../../src/postgres/server.js';

/** Only root can become another user: elsewhere these say so and are left out. */
export const asRoot: (name: string, run: () => Promise<void>) => void =
  process.getuid?.() === 0 ? test : (name) => console.warn(`left out, as it needs root: ${name}`);
export const ORDINARY = { uid: 1000, gid: 1000 };
const QUIET = { info: (): void => {}, warn: (): void => {} };

export interface Holder {
  pid: number;
  url: string;
  said: string[];
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface HolderOptions {
  packageDir?: string;
  uid?: number;
  gid?: number;
  /** Put before the command. */
  prefix?: string[];
}

/** Folders and processes of one test; `dispose` leaves none of them. */
export function createFixture() {
  const folders: string[] = [];
  const children: ChildProcess[] = [];
  const servers: PostgresServer[] = [];

  const folder = async (name = 'data'): Promise<string> => {
    const parent = await mkdtemp(join(tmpdir(), 'answerscope launcher '));
    folders.push(parent);
    return join(parent, name);
  };

  const start = async (
    dataDir: string,
    more: { signal?: AbortSignal; packageDir?: string } = {},
  ): Promise<PostgresServer> => {
    const server = await startPostgres({ dataDir, log: QUIET, ...more });
    servers.push(server);
    return server;
  };

  /** Another process on the same folder; its fault, if it has one, is thrown. */
  const hold = async (dataDir: string, options: HolderOptions = {}): Promise<Holder> => {
    const { child, said, told } = launch(dataDir, options);
    const { url, fault } = await told;
    if (!url) throw new Error(fault ?? 'ended without a word');
    const exit = (signal: NodeJS.Signals): Promise<void> => end(child, signal);
    return {
      pid: child.pid ?? 0,
      url,
      said,
      kill: () => exit('SIGKILL'),
      stop: () => exit('SIGTERM'),
    };
  };

  const launch = (dataDir: string, { packageDir, prefix = [], ...ids }: HolderOptions = {}) => {
    const script = join(dirname(fileURLToPath(import.meta.url)), 'holder.js');
    const [file = '', ...args] = [
      ...prefix,
      process.execPath,
      script,
      dataDir,
      ...(packageDir ? [packageDir] : []),
    ];
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/', ...ids });
    children.push(child);
    const said: string[] = [];
    const told = new Promise<{ url?: string; fault?: string }>((resolve, reject) => {
      child.once('error', reject);
      const lines = createInterface({ input: child.stdout });
      lines.on('line', (line) => {
        const word = JSON.parse(line) as { msg?: string; url?: string; fault?: string };
        if (word.msg) said.push(word.msg);
        else resolve(word);
      });
      lines.once('close', () => resolve({}));
    });
    return { child, said, told };
  };

  /** Ends all processes, so that the next test finds the folders as a crash would leave them. */
  const rest = async (): Promise<void> => {
    await Promise.all(servers.splice(0).map((server) => server.dispose()));
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const parent of folders) {
      for (const name of await readdir(parent)) await killAll(join(parent, name));
    }
  };

  const dispose = async (): Promise<void> => {
    await rest();
    for (const parent of folders) await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  };

  return { folder, start, hold, launch, rest, dispose };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Lets another user pass through the folder that holds a data folder. */
export const openUp = (dataDir: string): Promise<void> => chmod(dirname(dataDir), 0o777);

export const dataOf = (dataDir: string): string => join(dataDir, 'postgres', 'data');

export async function pidOf(dataDir: string): Promise<number> {
  return (await readPostmaster(dataOf(dataDir)))?.pid ?? 0;
}

export async function signalServer(dataDir: string, signal: NodeJS.Signals): Promise<number> {
  const pid = await pidOf(dataDir);
  // Zero would be our own process group.
  if (pid <= 0) throw new Error('no server runs');
  process.kill(pid, signal);
  return pid;
}

/** The shells that stand beside the server of this folder. */
export async function findWatchers(dataDir: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).map(Number).filter(Boolean)) {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    if (words.includes(join(dataDir, 'postgres', 'users'))) found.push(pid);
  }
  return found;
}

export async function killAll(dataDir: string): Promise<void> {
  for (const pid of [...(await findWatchers(dataDir)), ...(await findOrphans(dataOf(dataDir)))]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until `check` no longer throws, nor answers false. @returns how long that took, in milliseconds */
export async function eventually(check: () => Promise<unknown>, limitMs: number): Promise<number> {
  const startedAt = Date.now();
  for (;;) {
    // Not `instanceof Error`: Node's own errors are of another realm than the test's.
    const [isDone, cause] = await check().then(
      (result) => [result !== false, undefined],
      (error: unknown) => [false, error],
    );
    if (isDone) return Date.now() - startedAt;
    if (Date.now() - startedAt > limitMs) throw new Error(`not within ${limitMs} ms`, { cause });
    await sleep(20);
  }
}
