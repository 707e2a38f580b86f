import { expect, test } from '@jest/globals';
import { createVault } from '../../src/config/vault.js';

const KEY = 'a secret of the test suite, long enough';
const PLACE = 'webhook_endpoint/a/live/1';
const vault = createVault(KEY);

test('what is sealed opens at its place, with its key, as it was', () => {
  for (const text of ['', 'whsec_abc', 'é漢🙂'.repeat(1_000)]) {
    const sealed = vault.seal(text, PLACE);
    expect(vault.open(sealed, PLACE)).toBe(text);
    expect(createVault(KEY).open(sealed, PLACE)).toBe(text);
    expect(sealed.includes(text || 'whsec')).toBe(false);
  }
  expect(vault.seal('x', PLACE)).not.toEqual(vault.seal('x', PLACE));
});

test('it opens nowhere else, and not when a bit of it is changed', () => {
  const sealed = vault.seal('whsec_abc', PLACE);
  expect(() => vault.open(sealed, 'webhook_endpoint/b/live/1')).toThrow();
  expect(() => createVault(`${KEY}.`).open(sealed, PLACE)).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => vault.open(changed, PLACE)).toThrow();
  }
  expect(() => vault.open(Buffer.alloc(0), PLACE)).toThrow();
});
