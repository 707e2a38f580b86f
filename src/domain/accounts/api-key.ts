import { createHash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The two key formats (docs/contract.md, `D1-KEY-1` and `D2-AUTH-6`). `service_` has exactly 24 hexadecimal
 * characters; `sk_` carries 167 random bits and a checksum, so that a typo costs no database read.
 */
export type KeyFormat = 'sk' | 'service';

export interface MadeKey {
  /** The whole secret; shown once. */
  key: string;
  /** Enough to recognise the key in a list, too little to use it. */
  prefix: string;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 28;
const CHECK_LENGTH = 6;
const SHOWN_LENGTH = 4;

const toBase62 = (number: number, length: number): string => {
  let text = '';
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62))
    text = BASE62.charAt(rest % 62) + text;
  return text;
};

const checkOf = (text: string): string => toBase62(crc32(text), CHECK_LENGTH);

export function makeApiKey(format: KeyFormat, environment: 'live' | 'test'): MadeKey {
  if (format === 'service') {
    const key = `service_${randomBytes(12).toString('hex')}`;
    return { key, prefix: key.slice(0, 'service_'.length + SHOWN_LENGTH) };
  }
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62.charAt(randomInt(62))).join('');
  const body = `sk_${environment}_${random}`;
  return { key: body + checkOf(body), prefix: body.slice(0, 'sk_live_'.length + SHOWN_LENGTH) };
}

const SK = new RegExp(`^sk_(live|test)_[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);

/** Whether the text can be a key of ours at all; says nothing of whether it was ever issued. */
export const isApiKey = (text: string): boolean =>
  /^service_[0-9a-f]{24}$/.test(text) ||
  (SK.test(text) && checkOf(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH));

/** What is stored: the keys have enough entropy that a plain digest cannot be turned back. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();
