import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One word, one thing: no exported name is defined twice in `src`, and of two layers only one
 * noun may be the same: the schema's type and the entity, row or rule behind it.
 */
const root = join(import.meta.dirname, '..', '..');
const EXPORT =
  /^export (?:declare |abstract |async )*(type|interface|class|enum|const|let|function\*?) (\w+)( = (?:async )?(?:<[^\n]*>)?\()?/gmu;

interface Definition {
  file: string;
  layer: string;
  isValue: boolean;
}

const definitions = new Map<string, Definition[]>();
for (const file of globSync('{src,schema,resolvers,rest}/**/*.ts', { cwd: root })) {
  if (/(^|\/)(generated|migrations)\//u.test(file)) continue;
  for (const [, kind, name = '', arrow] of readFileSync(join(root, file), 'utf8').matchAll(
    EXPORT,
  )) {
    const layer = file.split('/')[0] ?? '';
    const isValue =
      /^(?:function|let)/.test(kind ?? '') || (kind === 'const' && arrow !== undefined);
    const known = (definitions.get(name) ?? []).filter((one) => one.file !== file);
    definitions.set(name, [...known, { file, layer, isValue }]);
  }
}

function faultOf(all: readonly Definition[]): string | null {
  const layers = new Set(all.map(({ layer }) => layer));
  if (layers.size < all.length) return 'twice in one layer';
  if (!layers.has('schema')) return 'in two layers, and no noun of the schema';
  return all.some(({ isValue }) => isValue) ? 'a noun and a function' : null;
}

let faults = 0;
for (const [name, all] of definitions) {
  const fault = all.length > 1 ? faultOf(all) : null;
  if (fault === null) continue;
  faults += 1;
  console.error(`${name}, ${fault}: ${all.map(({ file }) => file).join(', ')}`);
}
process.exitCode = faults === 0 ? 0 : 1;
