import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

interface Link {
  /** Existing file, relative to the package. */
  source: string;
  /** Path of the link, relative to the package. */
  target: string;
}

/**
 * Creates the symbolic links of the package. npm packages cannot contain links, and the package's install script
 * does not run where install scripts are disabled or the folder is read-only.
 * @returns the folder with `bin`, `lib` and `share` to run from: the package's folder or `shadow`
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
    // `exists` is also false for a dangling link, which must be removed first.
    await rm(path, { force: true });
    await symlink(relative(dirname(target), source), path).catch(unlessThere);
  }
}

/** Copies the programs and links the rest: programs look for libraries relative to their real path. */
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
  // The first process to rename wins; the other copies are identical.
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
