import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from './run-as.js';

/** Contents of `postmaster.pid`, which a running server writes. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Process id, folder, start time and port, which together identify one run of a server. */
  identity: string;
  isStopping: boolean;
}

/** Reads the file, whether or not its process still runs. */
export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  return toPostmaster(text);
}

export function toPostmaster(text: string): Postmaster | null {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!(pid > 0) || !(port > 0)) return null;
  return {
    pid,
    port,
    identity: lines.slice(0, 4).join('\n'),
    isStopping: lines[7]?.trim() === 'stopping',
  };
}

/** @returns the server that runs on this folder; null if its process has ended or the id belongs to another process */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const found = await readPostmaster(data);
  return found && (await worksIn(found.pid, data)) ? found : null;
}

/** Processes of a server whose main process was killed. They hold its shared memory until they notice. */
export async function findOrphans(data: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const orphans: number[] = [];
  for (const pid of names.map(Number)) {
    if (pid > 0 && (await worksIn(pid, data))) orphans.push(pid);
  }
  return orphans;
}

/** Whether the process is a server that runs in this folder. Process ids are reused, so the id alone is no proof. */
async function worksIn(pid: number, data: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const { output } = await runProgram(
      { prefix: [] },
      ['ps', '-o', 'command=', '-p', String(pid)],
      { limitMs: 2_000 },
    );
    return output.includes(data);
  }
  try {
    if ((await readFile(`/proc/${pid}/comm`, 'utf8')) !== 'postgres\n') return false;
    const [theirs, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(data)]);
    return theirs.ino === ours.ino && theirs.dev === ours.dev;
  } catch {
    return false;
  }
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended, which is the aim of all signals here.
  }
}

/** @returns whether the server ended within the limit */
export async function awaitEnd(
  data: string,
  { pid }: Postmaster,
  limitMs: number,
): Promise<boolean> {
  for (const until = Date.now() + limitMs; Date.now() < until; await sleep(10)) {
    if (!(await worksIn(pid, data))) return true;
  }
  return false;
}

/** Tries a fast shutdown, then an immediate one, then kills the server. @returns whether the server ended */
export async function stopPostmaster(
  data: string,
  postmaster: Postmaster,
  limitMs: number,
): Promise<boolean> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', limitMs * 0.7],
    ['SIGQUIT', limitMs * 0.2],
    ['SIGKILL', limitMs * 0.1],
  ];
  for (const [signal, waitMs] of steps) {
    signalProcess(postmaster.pid, signal);
    if (await awaitEnd(data, postmaster, waitMs)) return true;
  }
  return false;
}
