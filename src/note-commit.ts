import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Notes for `/api/health` which commit was built, with `-dirty` behind it if files had been changed since. Outside a
 * checkout, or without git, there is nothing to note.
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
