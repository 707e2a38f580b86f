import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

/** A folder with nothing but the script, as if it had been built there. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'note-commit-'));
  mkdirSync(join(folder, 'dist', 'src'), { recursive: true });
  const script = join(import.meta.dirname, '..', 'src', 'note-commit.js');
  copyFileSync(script, join(folder, 'dist', 'src', 'note-commit.mjs'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    // No checkout further up is meant.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
  });
const note = (): string | null => {
  run(process.execPath, join('dist', 'src', 'note-commit.mjs'));
  const file = join(folder, 'dist', 'commit');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
};

test('a build notes its commit, and whether files had been changed since', () => {
  run('git', 'init', '--quiet');
  run('git', 'add', 'dist/src');
  const person = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  run('git', ...person, 'commit', '--quiet', '--message', 'first');
  const head = run('git', 'rev-parse', 'HEAD').slice(0, 12);
  expect(note()).toBe(head);
  appendFileSync(join(folder, 'dist', 'src', 'note-commit.mjs'), '// changed\n');
  expect(note()).toBe(`${head}-dirty`);
});

test('outside a checkout it notes nothing, and does not fail', () => {
  expect(note()).toBeNull();
});
