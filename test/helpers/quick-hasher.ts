import { createHash } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';
import type { PasswordHasher } from '../../src/auth/auth.js';

const QUICK = 'quick:';
const digest = (password: string): string =>
  QUICK + createHash('sha256').update(password).digest('base64url');

/** A fast replacement for scrypt, which takes 0.1 s and would dominate many tests. Also verifies scrypt hashes. */
export const quickHasher: PasswordHasher = {
  hash: async (password) => digest(password),
  verify: async (guess) =>
    guess.hash.startsWith(QUICK) ? guess.hash === digest(guess.password) : verifyPassword(guess),
};
