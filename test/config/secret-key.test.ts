import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { deriveKey, readSecretKey } from '../../src/config/secret-key.js';

const parent = mkdtempSync(join(tmpdir(), 'answerscope secret '));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const MODULE = join(import.meta.dirname, '../../src/config/secret-key.js');
const SCRIPT = `import(process.argv[1]).then((m) => process.stdout.write(m.readSecretKey(process.argv[2])))`;
const readElsewhere = async (dataDir: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, ['-e', SCRIPT, MODULE, dataDir])).stdout;

test('a given key is used, and none is made', () => {
  const dataDir = join(parent, 'given');
  expect(readSecretKey(dataDir, 'given')).toBe('given');
  expect(readdirSync(parent)).not.toContain('given');
});

test('without one, the first start makes a key that only its owner reads', () => {
  const dataDir = join(parent, 'made', 'deep');
  const key = readSecretKey(dataDir, undefined);
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(readSecretKey(dataDir, undefined)).toBe(key);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('processes that start at once agree on one key', async () => {
  for (let round = 0; round < 3; round += 1) {
    const dataDir = join(parent, `together ${round}`);
    const keys = await Promise.all([1, 2, 3, 4].map(() => readElsewhere(dataDir)));
    expect(new Set(keys)).toEqual(
      new Set([readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()]),
    );
  }
});

test('a purpose has its own key, the same at every start', () => {
  expect(deriveKey('secret', 'sessions')).toBe(deriveKey('secret', 'sessions'));
  expect(deriveKey('secret', 'sessions')).not.toBe(deriveKey('secret', 'mail'));
  expect(deriveKey('other', 'sessions')).not.toBe(deriveKey('secret', 'sessions'));
  expect(Buffer.from(deriveKey('secret', 'sessions'), 'base64url')).toHaveLength(32);
});
