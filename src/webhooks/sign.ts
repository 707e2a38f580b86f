import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { SignatureScheme } from './event-kinds.js';

/** A secret as key objects: importing a key takes longer than signing. */
export interface SigningKey {
  /** Key of the signatures in documents 1 and 2: the text of the secret. */
  text: KeyObject;
  /** Key of Standard Webhooks: the decoded base64 after the prefix. */
  standard: KeyObject;
}

export interface Signed {
  scheme: SignatureScheme;
  eventId: string;
  /** The exact request body. */
  body: string;
  /** Time of the attempt, in Unix seconds. */
  at: number;
  /** The current key, then rotated ones that are still valid, newest first. */
  keys: readonly SigningKey[];
}

export const SIGNATURE_HEADER = 'x-service-signature';

export const SECRET_PREFIX = 'whsec_';

export const SECRET_BYTES = 32;

export const makeSecret = (): string =>
  `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

export const toSigningKey = (secret: string): SigningKey => ({
  text: createSecretKey(secret, 'utf8'),
  standard: createSecretKey(secret.replace(SECRET_PREFIX, ''), 'base64'),
});

export const hmacHex = ({ text: key }: SigningKey, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

export const standardSignature = ({ standard: key }: SigningKey, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64');

/** Signature headers of one attempt: `X-Service-Signature` of documents 1 and 2, and those of Standard Webhooks. */
export function signatureHeaders({
  scheme,
  eventId,
  body,
  at,
  keys,
}: Signed): Record<string, string> {
  const standard = `${eventId}.${at}.${body}`;
  return {
    [SIGNATURE_HEADER]:
      scheme === 'timestamped'
        ? [`t=${at}`, ...keys.map((key) => `v1=${hmacHex(key, `${at}.${body}`)}`)].join(',')
        : `sha256=${keys.slice(0, 1).map((newest) => hmacHex(newest, body))}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(at),
    'webhook-signature': keys.map((key) => `v1,${standardSignature(key, standard)}`).join(' '),
  };
}
