import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Runs the tests, and once more, one file after the other, the files that failed. Many wait for
 * processes, sockets and databases beside each other, and a machine that is too busy for all of them
 * at once has found no fault; what fails by itself has.
 */
const root = join(import.meta.dirname, '..', '..');

async function run(...args: string[]): Promise<number> {
  const command = [join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...args];
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, ...command], { cwd: root, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** A test that failed may have left something open, which must not keep the run from its end. */
const asked = ['--forceExit', ...process.argv.slice(2)];
process.exitCode = await run(...asked);
if (process.exitCode !== 0) {
  process.stderr.write('\nThe files that failed, once more and one by one:\n');
  process.exitCode = await run(...asked, '--onlyFailures', '--runInBand');
}
