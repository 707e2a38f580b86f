import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/** What holds for every file of the repository, whatever it does. */

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Outside a git checkout, for example in an unpacked archive. */
function walk(folder = ''): string[] {
  const skipped = new Set(['node_modules', 'dist', '.data', '.git']);
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return walk(path);
      return entry.isFile() ? [path] : [];
    });
}

function listFiles(): string[] {
  if (!existsSync(join(root, '.git'))) return walk();
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const listed = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed.split('\0').filter((path) => path !== '' && isFile(path));
  } catch {
    return walk();
  }
}

const isFile = (path: string): boolean =>
  statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;

const files = listFiles();
const isCode = (path: string): boolean => /\.(ts|tsx|js|cjs|mjs)$/.test(path);
const isGenerated = (path: string): boolean => /(^|\/)generated\//.test(path);
const code = files.filter((path) => isCode(path) && !isGenerated(path));
const product = code.filter((path) => /^(src|schema|resolvers|rest)\//.test(path));
const texts = files.filter(
  (path) =>
    path !== 'package-lock.json' &&
    /(\.(ts|tsx|js|cjs|mjs|json|jsonc|md|ya?ml|css|html|graphql|sql)|^[^.]+|\/run)$/.test(path),
);

/** Lines of `paths` that match, as `path:line: text`. */
const matches = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
      ),
  );

/** Patterns are put together from pieces, so that this file does not hold what it looks for. */
const pieces = (...parts: string[]): RegExp => new RegExp(parts.join(''));

test('the file list is not empty, so that the rest means something', () => {
  expect(files).toContain('package.json');
  expect(code.length).toBeGreaterThan(2);
});

describe('packages', () => {
  interface Manifest {
    [kind: string]: Record<string, string> | undefined;
  }
  const manifest = JSON.parse(read('package.json')) as Manifest;

  test('every version is exact', () => {
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
    const loose = kinds
      .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
      .filter(([, version]) => !/^(npm:@?[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
  });

  test('the lock file names no place that packages come from', () => {
    const lock = read('package-lock.json');
    expect(lock).not.toMatch(pieces('"resol', 'ved"'));
    expect(lock).not.toMatch(pieces('regis', 'try\\.[a-z]'));
  });

  test('the lock file pins what package.json asks for', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Manifest> };
    const asked = lock.packages[''] ?? {};
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      expect(asked[kind]).toEqual(manifest[kind]);
    }
  });
});

describe('docs/dependencies.md', () => {
  test('has each package of package.json once, and no other', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
    const wanted = kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
    const cells = [...read('docs/dependencies.md').matchAll(/^\| (`[^|]+`) \|/gm)];
    const named = cells.flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '));
    expect(named.sort()).toEqual(wanted.sort());
  });
});

describe('files', () => {
  test('none of ours is longer than 300 lines', () => {
    const isTable = (path: string): boolean => /(^|\/)(migrations|tables)\//.test(path);
    const long = code
      .filter((path) => !isTable(path))
      .map((path) => ({ path, lines: read(path).split('\n').length - 1 }))
      .filter(({ lines }) => lines > 300);
    expect(long).toEqual([]);
  });

  test('no folder holds more than 25, except those of nouns and of migrations', () => {
    const sizes = new Map<string, number>();
    for (const path of code) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
    const large = [...sizes].filter(
      ([folder, size]) => size > 25 && !/^(schema|resolvers|src\/migrations)$/.test(folder),
    );
    expect(large).toEqual([]);
  });

  test('names are in kebab case', () => {
    const named = code.filter((path) => /^(src|schema|resolvers|rest|test|bench)\//.test(path));
    const odd = named.filter(
      (path) => !/^([a-z0-9]+([-.][a-z0-9]+)*\/)*[a-z0-9]+([-.][a-z0-9]+)*$/.test(path),
    );
    expect(odd).toEqual([]);
  });

  test('SQL is sent through the three functions of Db alone', () => {
    const open = product.filter(
      (path) =>
        !/^src\/(database|migrations|postgres|cli|auth)\/|^src\/(jobs\/queue|runtime)\.ts$/.test(
          path,
        ),
    );
    expect(
      matches(open, /\b(getKysely|getTransactionContext|getConnection|pool\.query|em\.execute)\b/),
    ).toEqual([]);
  });

  test('none says where or on what it was written', () => {
    const foreign = pieces(
      '(^|[\\s"\'`=(:])/(ro',
      'ot|ho',
      'me|Us',
      'ers|wo',
      'rk)/|regis',
      'try\\.npm',
    );
    expect(matches(texts, foreign)).toEqual([]);
  });
});

describe('docs/security.md', () => {
  test('names tests that are there', () => {
    const cells = [...read('docs/security.md').matchAll(/\| ((?:`[\w/*-]+`(?:, )?)+) \|$/gm)];
    const named = cells.flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '));
    expect(named.length).toBeGreaterThan(30);
    const isThere = (name: string) =>
      name.endsWith('/*')
        ? files.some((path) => path.startsWith(`test/${name.slice(0, -1)}`))
        : files.includes(`test/${name}.test.ts`);
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });
});

describe('code', () => {
  test('the environment is read in src/config/config.ts only', () => {
    const others = product.filter((path) => path !== 'src/config/config.ts');
    expect(matches(others, pieces('process\\.', 'env\\b|env\\b.*node:', 'process'))).toEqual([]);
  });

  test('types are imported at the top, where the import rules see them', () => {
    expect(matches(product, /\btypeof import\(|\bimport\((['"])[^'"]+\1\)\.[A-Z]/)).toEqual([]);
  });

  test('nothing is left for later', () => {
    expect(matches(code, pieces('\\b(TO', 'DO|FIX', 'ME|X', 'XX|HA', 'CK)\\b'))).toEqual([]);
  });

  test('no type check is switched off', () => {
    expect(matches(code, pieces('@ts-', '(ignore|nocheck)|\\bas a', 'ny\\b'))).toEqual([]);
  });

  test('no test is switched off or alone', () => {
    const tests = files.filter((path) => /\.(test|spec)\.tsx?$/.test(path));
    const modified = pieces(
      '\\b(describe|it|test)(\\.\\w+)*\\.(on',
      'ly|sk',
      'ip|to',
      'do|fail',
      'ing)\\b',
    );
    const prefixed = pieces('^\\s*[xf](describe|it|test)(\\.each)?\\(');
    expect([...matches(tests, modified), ...matches(tests, prefixed)]).toEqual([]);
  });
});
