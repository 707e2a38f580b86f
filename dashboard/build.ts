import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressAll } from './compress.js';

/**
 * Builds the pages, unless they were built from the same sources before: the fingerprint of those
 * lies beside the pages. It is written last, so that a build that was broken off is done again.
 */
const root = join(import.meta.dirname, '..', '..');
const stamp = join(root, 'dist', 'web', '.stamp');

function fingerprint(): string {
  const sources = readdirSync(join(root, 'dashboard'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const path of [...sources.sort(), join(root, 'package-lock.json')])
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

const wanted = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  process.stderr.write('Building the web pages, once until they change …\n');
  // Only here: they take longer to load than the question takes to answer.
  const { build } = await import('vite');
  const { configs } = await import('./vite.config.js');
  for (const config of configs)
    await build({ ...config, configFile: false, root: join(root, 'dashboard') });
  await compressAll(join(root, 'dist', 'web', 'assets'));
  writeFileSync(stamp, wanted);
}
