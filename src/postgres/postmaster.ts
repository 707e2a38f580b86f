import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from './run-as.js';

/** What a running server writes about itself into `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Process id, folder, start time and port: together they name one run of one server. */
  identity: string;
  isStopping: boolean;
}

/** The file as it stands, whether or not its process still lives. */
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

/** @returns the server that runs on this folder; a file whose process is gone, or is another's by now, counts as none */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const found = await readPostmaster(data);
  return found && (await worksIn(found.pid, data)) ? found : null;
}

/** The processes of a server whose first process was killed: they hold its memory until they notice. */
export async function findOrphans(data: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const orphans: number[] = [];
  for (const pid of names.map(Number)) {
    if (pid > 0 && (await worksIn(pid, data))) orphans.push(pid);
  }
  return orphans;
}

/** Process ids are used again, so a number proves nothing: its process must be a server at work in this folder. */
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
    // It is gone, which is what all our signals ask for.
  }
}

/** @returns whether the server was gone within the limit */
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

/** Fast first, then at once. @returns whether the server is gone */
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
