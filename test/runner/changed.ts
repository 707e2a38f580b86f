import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/**
 * Selects the test files that are affected by changes since the branch left main. Follows imports and paths
 * that are built from a module's location, such as those of programs that tests start.
 */
const DIST = join(import.meta.dirname, '..', '..');
const ROOT = join(DIST, '..');
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;
const PLACE = /(?:new URL\('([^']*)', )?import\.meta\.(?:dirname|url)\)*((?:,\s*'[^']*')*)/g;
const READ = /\breadFile(?:Sync)?\('([^']+)'/g;
/** Changes to these files affect all tests. */
const EVERYTHING =
  /^(package(-lock)?\.json|tsconfig\.json|jest\.config\.js)$|^test\/(runner|helpers\/run\/global-)/;

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

function findChanges(): string[] {
  const [main = 'HEAD'] = git('branch', '--all', '--list', 'main', '*/main', '--format=%(refname)');
  const [base = 'HEAD'] = git('merge-base', 'HEAD', main);
  const changed = git('diff', '--name-only', base);
  return [...changed, ...git('ls-files', '--others', '--exclude-standard')];
}

const toBuilt = (path: string): string =>
  /^(?!dashboard\/).*\.ts$/.test(path) ? join(DIST, path.replace(/ts$/, 'js')) : join(ROOT, path);

const needs = new Map<string, string[]>();
/** Files and folders that the module refers to, existing or not. */
function findNeeds(file: string): string[] {
  const known = needs.get(file);
  if (known !== undefined) return known;
  const text = file.endsWith('.js') && existsSync(file) ? readFileSync(file, 'utf8') : '';
  const imported = [...text.matchAll(IMPORT)].map(([, path = '']) => join(dirname(file), path));
  const placed = [...text.matchAll(PLACE)].map(([, first = '', rest = '']) =>
    join(dirname(file), first, ...[...rest.matchAll(/'([^']*)'/g)].map(([, part = '']) => part)),
  );
  const read = [...text.matchAll(READ)].map(([, path = '']) => join(ROOT, path));
  // Only tests with a browser depend on the dashboard's files.
  const shown = text.includes("'playwright-core'") ? [join(ROOT, 'dashboard')] : [];
  const found = [...imported, ...placed, ...read, ...shown].filter(
    (path) => path !== dirname(file),
  );
  needs.set(file, found);
  return found;
}

function findReached(file: string): Set<string> {
  const reached = new Set([file]);
  for (const path of reached) for (const next of findNeeds(path)) reached.add(next);
  return reached;
}

async function filter(paths: string[]): Promise<{ filtered: string[] }> {
  const changes = findChanges();
  if (changes.some((path) => EVERYTHING.test(path))) return { filtered: paths };
  const built = changes.map(toBuilt);
  const isChanged = (path: string) =>
    built.some((change) => change === path || change.startsWith(path + sep));
  return { filtered: paths.filter((path) => [...findReached(path)].some(isChanged)) };
}

// Jest loads the filter with `require`.
export { filter as 'module.exports' };
