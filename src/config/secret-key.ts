import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../postgres/folder.js';

/**
 * The installation's secret: SECRET_KEY, or a key generated on the first start and stored in DATA_DIR.
 * Several hosts that share a database need the same SECRET_KEY.
 */
export function readSecretKey(dataDir: string, given: string | undefined): string {
  if (given !== undefined) return given;
  const file = join(dataDir, 'secret.key');
  makeFolder(dataDir);
  try {
    // `wx`: when two processes start together, one creates the key and the other reads it.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** Derives a key for one purpose. A derived key reveals nothing about the others. */
export const deriveKey = (secretKey: string, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', secretKey, 'answerscope', purpose, 32)).toString('base64url');

/** Creates a keyed digest that only this installation can compute. */
export function createDigest(secretKey: string, purpose: string): (text: string) => string {
  const key = deriveKey(secretKey, purpose);
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}
