import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a process that was killed while it made a folder left behind. */
export async function sweepHalves(folder: string): Promise<void> {
  const parent = join(folder, '..');
  for (const name of await readdir(parent)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (!maker) continue;
    const path = join(parent, name);
    const ageMs = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0);
    if (ageMs > 600_000 || !isAlive(Number(maker))) await remove(path);
  }
}

/** The programs of a killed process may be writing there still; what stays is swept by a later start. */
export const remove = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
