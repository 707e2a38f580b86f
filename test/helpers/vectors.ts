import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Lines of a table of reference values under `test/`, field by field; the first line says where they come from. */
export const readVectors = (path: string): string[][] =>
  readFileSync(join(ROOT, 'test', path), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
