import { describe, expect, it } from '@jest/globals';
import { aliasProblems, BRAND, toEntity } from '../../../src/domain/names/alias.js';

describe('toEntity', () => {
  it('makes the name an alias', () => {
    expect(toEntity(BRAND, ' Acme ')).toEqual({
      id: 'brand',
      name: 'Acme',
      aliases: [{ text: 'Acme', caseSensitive: false, requiresContext: false, exclude: [] }],
    });
  });

  it('keeps the flags of a name that is listed', () => {
    const { aliases } = toEntity(BRAND, 'Target', [
      { text: 'Target', caseSensitive: true, exclude: [' target audience '] },
    ]);
    expect(aliases).toEqual([
      { text: 'Target', caseSensitive: true, requiresContext: false, exclude: ['target audience'] },
    ]);
  });

  it.each([
    ['HP', true],
    ['H&M', true],
    ['C++', true],
    ['IBM', false],
    ['AT&T', false],
  ])('%s: case-sensitive %s', (name, expected) => {
    expect(
      toEntity(BRAND, name, [{ text: name, caseSensitive: false }]).aliases[0]?.caseSensitive,
    ).toBe(expected);
  });
});

describe('aliasProblems', () => {
  const problems = (aliases: Parameters<typeof toEntity>[2]) =>
    aliasProblems(toEntity(BRAND, 'Acme', aliases));

  it('finds none in a sound entity', () => {
    expect(
      problems([
        { text: '华为' },
        { text: '360', exclude: ['360 degrees'] },
        { text: '😀'.repeat(199).concat('a') },
      ]),
    ).toEqual([]);
  });

  it.each<[string, Parameters<typeof toEntity>[2], RegExp]>([
    ['no letter', [{ text: '!?' }], /needs a letter or a digit/],
    ['too long', [{ text: 'a'.repeat(201) }], /more than 200 characters/],
    ['a repeat', [{ text: 'A1' }, { text: ' A1' }], /"A1" is listed twice/],
    ['too many', Array.from({ length: 50 }, (_, i) => ({ text: `a${i}` })), /more than 50 aliases/],
    ['an empty phrase', [{ text: 'A1', exclude: [' '] }], /excluded phrase "" needs/],
    [
      'too many phrases',
      [{ text: 'A1', exclude: Array.from({ length: 51 }, (_, i) => `p${i}`) }],
      /excludes more than 50/,
    ],
  ])('%s', (_what, aliases, expected) => {
    expect(problems(aliases)).toEqual([expect.stringMatching(expected)]);
  });
});
