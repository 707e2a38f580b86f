import { timingSafeEqual } from 'node:crypto';
import {
  hmacHex,
  SECRET_BYTES,
  SECRET_PREFIX,
  SIGNATURE_HEADER,
  type SigningKey,
  standardSignature,
  toSigningKey,
} from './sign.js';

/** Whether it may have been made here: half of one, or one with a blank, verifies nothing. */
export function isSecret(text: string): boolean {
  const bytes = Buffer.from(text.slice(SECRET_PREFIX.length), 'base64');
  return bytes.length === SECRET_BYTES && text === `${SECRET_PREFIX}${bytes.toString('base64')}`;
}

export interface Verification {
  /** Scheme of the documented signature. */
  scheme: 'timestamped' | 'digest' | 'none';
  isGenuine: boolean;
  /** The Standard Webhooks signature beside it. */
  isStandardGenuine: boolean;
}

/** Older than this, it may have been recorded and sent again. */
const TOLERANCE_SEC = 300;

function isSame(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const isFresh = (at: string, now: Date): boolean =>
  Math.abs(now.getTime() / 1_000 - Number(at)) <= TOLERANCE_SEC;

function isTimestamped(header: string, body: string, key: SigningKey, now: Date): boolean {
  const pairs = header.split(',').map((pair) => pair.split('=', 2));
  const at = pairs.find(([name]) => name === 't')?.[1] ?? '';
  const expected = hmacHex(key, `${at}.${body}`);
  return (
    isFresh(at, now) && pairs.some(([name, value = '']) => name === 'v1' && isSame(value, expected))
  );
}

function isStandard(headers: Headers, body: string, key: SigningKey, now: Date): boolean {
  const at = headers['webhook-timestamp'] ?? '';
  const expected = `v1,${standardSignature(key, `${headers['webhook-id']}.${at}.${body}`)}`;
  const received = (headers['webhook-signature'] ?? '').split(' ');
  return isFresh(at, now) && received.some((one) => isSame(one, expected));
}

type Headers = Readonly<Record<string, string | undefined>>;

/** What a receiver does: the same computation, compared in constant time. Header names in lower case. */
export function verify(headers: Headers, body: string, secret: string, now: Date): Verification {
  const header = headers[SIGNATURE_HEADER] ?? '';
  const key = toSigningKey(secret);
  const isStandardGenuine = isStandard(headers, body, key, now);
  if (header.startsWith('sha256=')) {
    const isGenuine = isSame(header, `sha256=${hmacHex(key, body)}`);
    return { scheme: 'digest', isGenuine, isStandardGenuine };
  }
  if (/(^|,)t=/.test(header)) {
    const isGenuine = isTimestamped(header, body, key, now);
    return { scheme: 'timestamped', isGenuine, isStandardGenuine };
  }
  return { scheme: 'none', isGenuine: false, isStandardGenuine };
}
