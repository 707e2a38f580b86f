import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { deriveKey } from './secret-key.js';

/** Encrypts secrets that must be read again, so that the database alone does not reveal them. */
export interface Vault {
  /** `place` names the record: text sealed for one record cannot be opened for another. */
  seal(text: string, place: string): Buffer;
  open(sealed: Buffer, place: string): string;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createVault(secretKey: string): Vault {
  const key = createSecretKey(deriveKey(secretKey, 'vault'), 'base64url');
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, place) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const cipher = createDecipheriv(CIPHER, key, nonce)
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      const rest = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([cipher.update(rest), cipher.final()]).toString('utf8');
    },
  };
}
