import { createHmac, randomBytes } from 'node:crypto';
import type { SignatureScheme } from './event-kinds.js';

export interface Signed {
  scheme: SignatureScheme;
  eventId: string;
  /** The exact text that is sent. */
  body: string;
  /** Of the attempt, in Unix seconds. */
  at: number;
  /** The newest first; the one before it while a rotation goes on. */
  secrets: readonly string[];
}

export const SIGNATURE_HEADER = 'x-service-signature';

const PREFIX = 'whsec_';

export const makeSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

export const hmacHex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** The Standard Webhooks key is what the base64 stands for; the documents' is the text as it is. */
export const standardSignature = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(PREFIX, ''), 'base64'))
    .update(text)
    .digest('base64');

/** What authenticates one attempt: the documents' header, and those of Standard Webhooks beside it. */
export function signatureHeaders({
  scheme,
  eventId,
  body,
  at,
  secrets,
}: Signed): Record<string, string> {
  const [newest = ''] = secrets;
  const standard = `${eventId}.${at}.${body}`;
  return {
    [SIGNATURE_HEADER]:
      scheme === 'timestamped'
        ? [`t=${at}`, ...secrets.map((secret) => `v1=${hmacHex(secret, `${at}.${body}`)}`)].join(
            ',',
          )
        : `sha256=${hmacHex(newest, body)}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(at),
    'webhook-signature': secrets
      .map((secret) => `v1,${standardSignature(secret, standard)}`)
      .join(' '),
  };
}
