import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder that only its user may enter, and those above it that are missing. Node's own way to make all of
 * them at once never ends where a folder is there and none can be made in it, as in /proc.
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
