import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { SignatureScheme } from './event-kinds.js';

/** A secret made ready: an HMAC takes longer to find out what it is keyed with than to sign. */
export interface SigningKey {
  /** For both documented signatures: the text itself. */
  text: KeyObject;
  /** Of Standard Webhooks: what the base64 in it stands for. */
  standard: KeyObject;
}

export interface Signed {
  scheme: SignatureScheme;
  eventId: string;
  /** The exact text that is sent. */
  body: string;
  /** Of the attempt, in Unix seconds. */
  at: number;
  /** The newest first, then those that still hold since they were rotated. */
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

/** What authenticates one attempt: the documented header, and those of Standard Webhooks beside it. */
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
