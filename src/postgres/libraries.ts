import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

interface Link {
  /** The file that is there, relative to the package. */
  source: string;
  /** The name it must also have, relative to the package. */
  target: string;
}

/**
 * npm packages cannot hold symbolic links, so the package makes them in an install script. Where
 * install scripts are off, or the script found a read-only folder, they are made here.
 * @returns the folder with `bin`, `lib` and `share` to run from: the package's own, or `shadow`
 */
export async function linkLibraries(packageDir: string, shadow: string): Promise<string> {
  const native = join(packageDir, 'native');
  const links = await readLinks(native);
  try {
    await makeLinks(packageDir, links);
    return native;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error;
    await makeShadow(native, packageDir, links, shadow);
    return shadow;
  }
}

async function readLinks(native: string): Promise<Link[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text) as Link[];
}

async function makeLinks(root: string, links: Link[]): Promise<void> {
  for (const { source, target } of links) {
    const path = join(root, target);
    if (await exists(path)) continue;
    // A link to nowhere also lacks its file, and stands in the way.
    await rm(path, { force: true });
    await symlink(relative(dirname(target), source), path).catch(unlessThere);
  }
}

/** The programs look for their libraries beside their own real path, so those two are copied. */
async function makeShadow(
  native: string,
  packageDir: string,
  links: Link[],
  shadow: string,
): Promise<void> {
  if (await exists(shadow)) return;
  const half = `${shadow}.new-${process.pid}-${Date.now()}`;
  await mkdir(join(half, 'lib'), { recursive: true });
  await cp(join(native, 'bin'), join(half, 'bin'), { recursive: true });
  await symlink(join(native, 'share'), join(half, 'share'));
  for (const name of await readdir(join(native, 'lib'))) {
    await symlink(join(native, 'lib', name), join(half, 'lib', name));
  }
  for (const { source, target } of links) {
    await symlink(join(packageDir, source), join(half, 'lib', basename(target))).catch(unlessThere);
  }
  // Whoever renames first wins; the loser's copy is the same.
  await rename(half, shadow).catch(() => rm(half, { recursive: true, force: true }));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
