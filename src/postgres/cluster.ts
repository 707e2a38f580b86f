import { randomBytes } from 'node:crypto';
import {
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { PostgresFault } from './fault.js';
import { makeFolder } from './folder.js';
import { pickPort } from './port.js';
import { chooseRunAs, type RunAs, runProgram } from './run-as.js';

/** Removes incomplete folders left by killed processes. */
async function sweepHalves(folder: string): Promise<void> {
  const parent = join(folder, '..');
  for (const name of await readdir(parent)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (!maker) continue;
    const path = join(parent, name);
    const ageMs = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0);
    if (ageMs > 600_000 || !isAlive(Number(maker))) await remove(path);
  }
}

/** Programs of a killed process may still be writing there; a later start removes the rest. */
const remove = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Folder with all files of one server. A rename creates it completely or not at all. */
export interface Cluster {
  folder: string;
  data: string;
  /** Pipe that every process using the server holds open. When the last process ends, the server stops. */
  users: string;
  lock: string;
  portFile: string;
  logFile: string;
  password: string;
}

export interface ClusterOptions {
  dataDir: string;
  binaries: Binaries;
  /** False only for data that may be lost. */
  sync: boolean;
  signal?: AbortSignal | undefined;
}

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, binaries } = options;
  makeFolder(dataDir);
  const folder = join(await realpath(dataDir), 'postgres');
  await sweepHalves(folder);
  if (await isVacant(folder)) await createCluster(folder, options);
  await checkVersion(folder, binaries);
  return { ...toPaths(folder), password: await read(folder, 'password') };
}

const isVacant = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length === 0,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return true;
    },
  );

async function read(folder: string, name: string): Promise<string> {
  try {
    return (await readFile(join(folder, name), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new PostgresFault(
      `${folder} lacks the file ${name}, so it is not an Answerscope database or is incomplete; restore the file, set DATA_DIR to another folder, or set DATABASE_URL to your own PostgreSQL`,
      { cause: error },
    );
  }
}

const toPaths = (folder: string) => ({
  folder,
  data: join(folder, 'data'),
  users: join(folder, 'users'),
  lock: join(folder, 'lock'),
  portFile: join(folder, 'port'),
  logFile: join(folder, 'server.log'),
});

async function createCluster(
  folder: string,
  { binaries, sync, signal }: ClusterOptions,
): Promise<void> {
  const half = await mkdtemp(`${folder}.new-${process.pid}-`);
  try {
    const paths = toPaths(half);
    await writeFile(join(half, 'password'), `${randomBytes(24).toString('hex')}\n`, {
      mode: 0o600,
    });
    await writeFile(paths.portFile, `${await pickPort()}\n`, { mode: 0o600 });
    await writeFile(paths.lock, '', { mode: 0o600 });
    const runAs = await chooseRunAs(binaries.postgres, half);
    await mustRun(runAs, ['mkfifo', '-m', '600', paths.users], signal);
    await mustRun(
      runAs,
      [
        ...[binaries.initdb, '-D', paths.data, '-U', 'postgres', '--encoding=UTF8'],
        ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
        ...[
          '--auth-host=scram-sha-256',
          '--auth-local=reject',
          `--pwfile=${join(half, 'password')}`,
        ],
        ...['--no-instructions', ...(sync ? [] : ['--no-sync'])],
      ],
      signal,
    );
    await rename(half, folder).catch(async (error) => {
      // Another process created the folder first.
      if (await isVacant(folder)) throw error;
    });
  } finally {
    await remove(half);
  }
}

async function mustRun(
  runAs: RunAs,
  argv: string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { code, output } = await runProgram(runAs, argv, { limitMs: 60_000, signal });
  signal?.throwIfAborted();
  if (code === 0) return;
  const said =
    output.split('\n').find((line) => /error|fatal|cannot|could not/i.test(line)) ?? output.trim();
  throw new PostgresFault(
    `The database could not be created: ${said}; fix the cause, or set DATABASE_URL to your own PostgreSQL`,
  );
}

async function checkVersion(folder: string, { major }: Binaries): Promise<void> {
  const found = Number(await read(folder, 'data/PG_VERSION'));
  if (found === major) return;
  throw new PostgresFault(
    `The database in ${folder} was made by PostgreSQL ${found}, but this release brings PostgreSQL ${major}; keep the folder, and either dump its data with pg_dump of version ${found} and restore it into a new folder, or set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL ${found} that serves it`,
  );
}
