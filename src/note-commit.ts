import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the built commit for `/api/health` to `dist/commit`, with the suffix `-dirty` for uncommitted changes.
 * Writes nothing outside a checkout or without git.
 */
const root = join(import.meta.dirname, '..', '..');
const file = join(root, 'dist', 'commit');
const DESCRIBE = ['describe', '--always', '--abbrev=12', '--dirty', '--exclude=*'];

try {
  const commit = execFileSync('git', DESCRIBE, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  writeFileSync(file, commit);
} catch {
  rmSync(file, { force: true });
}
