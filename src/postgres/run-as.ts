import { spawn } from 'node:child_process';
import { lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresFault } from './fault.js';

/** The user of a program, set by a command before it or by a user id. */
export interface RunAs {
  prefix: readonly string[];
  uid?: number;
  gid?: number;
}

/** Environment of the server, without our secrets and without variables such as PGDATA that would affect it. */
export const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

/** Runs a program to its end. @returns its exit code (-1 if it could not run or timed out) and its output */
export function runProgram(
  runAs: RunAs,
  argv: readonly string[],
  { limitMs, signal }: { limitMs: number; signal?: AbortSignal | undefined },
): Promise<{ code: number; output: string }> {
  const [file = '', ...args] = [...runAs.prefix, ...argv];
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, {
      // The program's user may not have access to our working directory.
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

/** PostgreSQL refuses to run as root, so root must switch to a user with access to the folder. */
interface Way extends RunAs {
  /** Required owner of the data, as seen outside a namespace. */
  owner: { uid: number; gid: number };
}

/** A user namespace: an ordinary user inside, but root outside, with access to root's files. */
const NAMESPACE: Way = {
  prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'],
  owner: { uid: 0, gid: 0 },
};

const drop = (uid: number, gid: number): Way => ({ prefix: [], uid, gid, owner: { uid, gid } });

/** For a folder below a private home: another user with the capability to enter every folder. */
const dropButReach = (uid: number, gid: number): Way => ({
  prefix: [
    ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    ...['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override', '--'],
  ],
  owner: { uid, gid },
});

/** Keeps the owner of the data, so that both root and the owner can start the server. */
function waysFor({ uid, gid }: { uid: number; gid: number }): Way[] {
  if (uid !== 0) return [drop(uid, gid), dropButReach(uid, gid)];
  return [NAMESPACE, drop(NOBODY, NOBODY), dropButReach(NOBODY, NOBODY)];
}

/** Finds a user that can run `program` on `folder`, and makes that user the owner of the folder. */
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
    `PostgreSQL does not run as root, and no other user has access to ${folder}; start as an ordinary user, set DATA_DIR to a folder that all users can enter, or set DATABASE_URL to your own PostgreSQL`,
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
