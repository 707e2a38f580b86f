import { createHash } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';
import type { PasswordHasher } from '../../src/auth/auth.js';

const QUICK = 'quick:';
const digest = (password: string): string =>
  QUICK + createHash('sha256').update(password).digest('base64url');

/** In place of scrypt, whose tenth of a second would be most of what many tests take; it knows scrypt's digests too. */
export const quickHasher: PasswordHasher = {
  hash: async (password) => digest(password),
  verify: async (guess) =>
    guess.hash.startsWith(QUICK) ? guess.hash === digest(guess.password) : verifyPassword(guess),
};
