import { describe, expect, it } from '@jest/globals';
import { toSnippet } from '../../../src/domain/text/snippet.js';
import { randomFrom } from '../statistics/random.js';

const filler = 'Some words that say little. '.repeat(100);

describe('toSnippet', () => {
  it('is the whole of a short answer', () => {
    expect(toSnippet(' Acme is fine. ', 1)).toBe('Acme is fine.');
  });

  it('begins where the answer does when nothing is mentioned', () => {
    expect(toSnippet(filler, null)).toBe(filler.slice(0, 1000).trim());
  });

  it('begins with a sentence and shows the mention, also at the very end', () => {
    for (const text of [`${filler}Acme leads. ${filler}`, `${filler}Then Acme`]) {
      const snippet = toSnippet(text, text.indexOf('Acme'));
      expect(snippet).toContain('Acme');
      expect(snippet).toMatch(/^Some words/);
      expect(text).toContain(snippet);
    }
  });

  it('is long enough, never too long, and never halves a surrogate pair', () => {
    const random = randomFrom(2);
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: 1500 }, () => random.pick(['😀', 'a', '. ', '。'])).join(
        '',
      );
      const position = random.integer(text.length);
      const snippet = toSnippet(text, position);
      expect(snippet.length).toBeLessThanOrEqual(1000);
      expect(snippet.length).toBeGreaterThan(600);
      expect(snippet.isWellFormed()).toBe(true);
    }
  });
});
