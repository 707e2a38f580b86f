import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Creates a folder with mode 0700, and its missing parents. Node's recursive mkdir never returns where a parent
 * exists but accepts no new folders, as in /proc.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && isFolder(path)) return;
    const above = dirname(path);
    if (codeOf(error) !== 'ENOENT' || isFolder(above)) throw error;
    makeFolder(above);
    makeFolder(path);
  }
}
