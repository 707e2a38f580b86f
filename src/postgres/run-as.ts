import { spawn } from 'node:child_process';
import { lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresFault } from './fault.js';

/** Who a program runs as: a command put before it, or a user id to change to. */
export interface RunAs {
  prefix: readonly string[];
  uid?: number;
  gid?: number;
}

/** The server inherits neither our secrets nor variables such as PGDATA that would steer it. */
export const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

/** Runs a program to its end. @returns its exit code (-1: could not run, or ran into the limit) and what it said */
export function runProgram(
  runAs: RunAs,
  argv: readonly string[],
  { limitMs, signal }: { limitMs: number; signal?: AbortSignal | undefined },
): Promise<{ code: number; output: string }> {
  const [file = '', ...args] = [...runAs.prefix, ...argv];
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, {
      // Our own folder may be closed to the user that the program runs as.
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
      ...toIds(runAs),
    });
    const hear = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-8_000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', (error) => resolve({ code: -1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
}

export const toIds = ({ uid, gid }: RunAs): { uid?: number; gid?: number } => ({
  ...(uid !== undefined && { uid }),
  ...(gid !== undefined && { gid }),
});

const NOBODY = 65_534;

/** PostgreSQL refuses to run as root, so root must become someone else who still reaches the folder. */
interface Way extends RunAs {
  /** Who must own the data, seen from outside. */
  owner: { uid: number; gid: number };
}

/** One user id inside a namespace, which outside is root still: it reaches whatever root's files reach. */
const NAMESPACE: Way = {
  prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'],
  owner: { uid: 0, gid: 0 },
};

const drop = (uid: number, gid: number): Way => ({ prefix: [], uid, gid, owner: { uid, gid } });

/** For a folder under a closed home: another user who may walk through every folder. */
const dropButReach = (uid: number, gid: number): Way => ({
  prefix: [
    ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    ...['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override', '--'],
  ],
  owner: { uid, gid },
});

/** Data keeps its owner, so that root and the owner may take turns. */
function waysFor({ uid, gid }: { uid: number; gid: number }): Way[] {
  if (uid !== 0) return [drop(uid, gid), dropButReach(uid, gid)];
  return [NAMESPACE, drop(NOBODY, NOBODY), dropButReach(NOBODY, NOBODY)];
}

/** Finds a user that may run `program` on `folder`, and hands the folder over to that user. */
export async function chooseRunAs(program: string, folder: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const before = await stat(folder);
  for (const way of waysFor(before)) {
    if ((await stat(folder)).uid !== way.owner.uid) await handOver(folder, way.owner);
    const probe = ['sh', '-c', 'test -x "$1" && test -w "$2"', 'sh', program, folder];
    if ((await runProgram(way, probe, { limitMs: 5_000 })).code === 0) return way;
  }
  if (before.uid === 0) await handOver(folder, before);
  throw new PostgresFault(
    `PostgreSQL does not run as root, and no other user reaches ${folder}; start as an ordinary user, set DATA_DIR to a folder that all may enter, or DATABASE_URL to a PostgreSQL of your own`,
  );
}

async function handOver(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  await lchown(folder, owner.uid, owner.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await handOver(path, owner);
    else await lchown(path, owner.uid, owner.gid);
  }
}
