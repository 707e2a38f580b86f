import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4_096;
const KEY_BYTES = 32;

/**
 * What PostgreSQL keeps instead of a password (RFC 5802). Sent in its place, the password itself is
 * in no statement, and so in no log of the server.
 */
export function toVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest('base64');
  const serverKey = sign('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
