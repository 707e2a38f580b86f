import { describe, expect, test } from '@jest/globals';
import { checkRewrite, type RewriteInput } from '../../../src/services/rewrites/new-rewrite.js';
import { COPY_INPUT } from '../../helpers/records/rewrite.js';

describe('bad input names its field', () => {
  const rows: [name: string, field: string, fields: Partial<RewriteInput>][] = [
    ['empty', 'text', { text: '' }],
    ['blank', 'text', { text: ' \n ' }],
    ['nothing but markup', 'text', { text: '<br><img src=x><script>alert(1)</script>' }],
    ['nothing but signs', 'text', { text: '"'.repeat(20) }],
    ['4,001 emoji', 'text', { text: '😀'.repeat(4_001) }],
    ['half a character', 'text', { text: 'a\ud800' }],
    ['U+0000', 'text', { text: 'a\u0000b' }],
    ['a bell', 'text', { text: 'a\u0007b' }],
    ['an empty brand', 'brand', { brand: ' ' }],
    ['a brand of signs', 'brand', { brand: '!!!' }],
    ['a long brand', 'brand', { brand: 'x'.repeat(201) }],
    ['an empty audience', 'audience', { audience: '' }],
    ['a long audience', 'audience', { audience: 'x'.repeat(4_001) }],
  ];
  test.each(rows)('%s', (_, field, fields) => {
    expect(() => checkRewrite({ ...COPY_INPUT, ...fields })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', details: { field } }),
    );
  });

  test('4,000 emoji are 4,000 characters', () => {
    expect(
      checkRewrite({ ...COPY_INPUT, text: '😀'.repeat(4_000), audience: undefined as never }),
    ).toEqual({
      text: '😀'.repeat(4_000),
      brand: 'Acme',
      audience: null,
    });
  });
});
