import { describe, expect, test } from '@jest/globals';
import { verify as verifyDigest } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import type { SignatureScheme } from '../../src/webhooks/event-kinds.js';
import { makeSecret, signatureHeaders, toSigningKey } from '../../src/webhooks/sign.js';
import { isSecret, verify } from '../../src/webhooks/verify.js';

const VECTOR = {
  secret: 'whsec_test_secret_0123456789abcdef',
  at: 1_767_323_045,
  body: '{"event":"aeo.batch.completed","brandId":"5b1e6b9a-1111-4222-8333-444455556666","timestamp":"2026-01-02T03:04:05.000Z","data":{"batchId":"b_1","successCount":9,"failureCount":1}}',
};
const EVENT_ID = '0190f3c4-0000-7000-8000-000000000001';
const headersOf = (
  scheme: SignatureScheme,
  secrets: string[],
  body = VECTOR.body,
  at = VECTOR.at,
) => signatureHeaders({ scheme, eventId: EVENT_ID, body, at, keys: secrets.map(toSigningKey) });

test('the published vectors hold byte for byte', () => {
  expect(headersOf('timestamped', [VECTOR.secret])['x-service-signature']).toBe(
    't=1767323045,v1=8c567742393b70c7f574d0a3940ac3196d8e9c455e31334fc0529c0cf97e590d',
  );
  expect(headersOf('digest', [VECTOR.secret])['x-service-signature']).toBe(
    'sha256=022bd961cb4bf3edd9080569f4cc87b3bdfc90862c890486cf1d48371f57edc4',
  );
});

test('a secret is whsec_ and 32 bytes, and no two are the same', () => {
  const secrets = Array.from({ length: 1_000 }, makeSecret);
  expect(new Set(secrets).size).toBe(1_000);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  }
});

/** Bodies of every size and alphabet, the same in every run. */
function* generateBodies(count: number): Generator<string> {
  const letters = [...'abc"\\/{}[]:,\n\t\u0000\u007fäßé€漢字🙂\u2028\ufeff'];
  let state = 42;
  const draw = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  for (let made = 0; made < count; made += 1) {
    const words = Array.from({ length: draw(60) }, () => letters[draw(letters.length)]).join('');
    yield JSON.stringify({ event: 'x', eventId: EVENT_ID, data: { words, number: draw(1e6) / 7 } });
  }
}

describe('10,000 bodies, signed while a secret is rotated, hold for libraries of others', () => {
  const [secret, old] = [makeSecret(), makeSecret()];
  const at = Math.floor(Date.now() / 1_000);
  const bodies = [...generateBodies(10_000)];
  const signed = (scheme: SignatureScheme, body: string) =>
    headersOf(scheme, [secret, old], body, at);

  test('stripe takes t=…,v1=… with either secret', () => {
    const { webhooks } = new Stripe('sk_test_of_nobody');
    for (const [index, body] of bodies.entries()) {
      const header = signed('timestamped', body)['x-service-signature'] ?? '';
      const key = index % 2 === 0 ? secret : old;
      expect(webhooks.constructEvent(body, header, key, 300)).toEqual(JSON.parse(body));
    }
    const header = signed('timestamped', '{}')['x-service-signature'] ?? '';
    expect(() => webhooks.constructEvent('{} ', header, secret, 300)).toThrow();
    expect(() => webhooks.constructEvent('{}', header, makeSecret(), 300)).toThrow();
  });

  test('@octokit/webhooks-methods takes sha256=… with the new one', async () => {
    for (const body of bodies) {
      const header = signed('digest', body)['x-service-signature'] ?? '';
      expect(await verifyDigest(secret, body, header)).toBe(true);
    }
    const header = signed('digest', '{}')['x-service-signature'] ?? '';
    expect(await verifyDigest(secret, '{} ', header)).toBe(false);
    expect(await verifyDigest(old, '{}', header)).toBe(false);
  });

  test('standardwebhooks takes the headers beside both, with either secret', () => {
    const receivers = [new Webhook(secret), new Webhook(old)];
    for (const [index, body] of bodies.entries()) {
      const headers = signed(index % 3 === 0 ? 'digest' : 'timestamped', body);
      expect(receivers[index % 2]?.verify(body, headers)).toEqual(JSON.parse(body));
    }
    expect(() => new Webhook(makeSecret()).verify('{}', signed('digest', '{}'))).toThrow();
  });

  test('and for the verifier of the command line, which refuses what was changed', () => {
    const now = new Date(at * 1_000);
    for (const scheme of ['timestamped', 'digest'] as const) {
      for (const body of bodies.slice(0, 500)) {
        const headers = signed(scheme, body);
        const genuine = { scheme, isGenuine: true, isStandardGenuine: true };
        expect(verify(headers, body, secret, now)).toEqual(genuine);
        const forged = { scheme, isGenuine: false, isStandardGenuine: false };
        expect(verify(headers, `${body} `, secret, now)).toEqual(forged);
        expect(verify(headers, body, makeSecret(), now)).toEqual(forged);
      }
    }
  });
});

test('what is five minutes old, or unsigned, is not genuine', () => {
  const now = new Date((VECTOR.at + 301) * 1_000);
  const judge = (scheme: SignatureScheme, headers = headersOf(scheme, [VECTOR.secret])) =>
    verify(headers, VECTOR.body, VECTOR.secret, now);
  expect(judge('timestamped')).toEqual({
    scheme: 'timestamped',
    isGenuine: false,
    isStandardGenuine: false,
  });
  // The other scheme carries no time.
  expect(judge('digest')).toMatchObject({ isGenuine: true, isStandardGenuine: false });
  // As many characters, and more bytes.
  const odd = {
    ...headersOf('digest', [VECTOR.secret]),
    'x-service-signature': `sha256=${'é'.repeat(64)}`,
  };
  expect(judge('digest', odd)).toMatchObject({ isGenuine: false });
  expect(judge('digest', {})).toEqual({
    scheme: 'none',
    isGenuine: false,
    isStandardGenuine: false,
  });
});

test('a secret is known by its look, and only whole', () => {
  const secrets = Array.from({ length: 100 }, makeSecret);
  expect(secrets.filter(isSecret)).toEqual(secrets);
  const [secret = ''] = secrets;
  const others = ['', 'x', 'whsec_', 'whsec_…', secret.slice(0, -4), `${secret} `, secret.slice(6)];
  expect(others.filter(isSecret)).toEqual([]);
});
