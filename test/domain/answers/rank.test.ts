import { describe, expect, it } from '@jest/globals';
import { meanReciprocalRank, rankEntities, top3Rate } from '../../../src/domain/answers/rank.js';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { createMentionFinder } from '../../../src/domain/names/mention.js';
import { randomFrom } from '../statistics/random.js';

const finder = createMentionFinder([
  toEntity(BRAND, 'Acme'),
  ...['Globex', 'Initech', '小米'].map((name) => toEntity(name, name)),
]);
const alone = createMentionFinder([toEntity(BRAND, 'Acme')]);
const read = (text: string, of = finder) =>
  rankEntities(text, of.find(text), { hasRivals: of === finder });
const places = (text: string) => Object.fromEntries(read(text).ranks);

describe('rankEntities', () => {
  it.each<[string, string, Record<string, number>]>([
    [
      'a numbered list, and nothing outside it',
      'Not Initech.\n1. **Acme**\n2. Globex',
      { brand: 1, Globex: 2 },
    ],
    [
      'explicit numbers before order',
      '3. Acme\n1. Globex\n2. Initech',
      { brand: 3, Globex: 1, Initech: 2 },
    ],
    ['a list that numbers every item 1', '1. Globex\n1. Acme', { Globex: 1, brand: 2 }],
    ['items that nobody tracks', 'Top:\n1. Other\n2. Another\n3. Acme\n4. More', { brand: 3 }],
    ['bullets', 'Or:\n- [Globex](https://globex.com)\n- Other\n- Acme', { Globex: 1, brand: 3 }],
    [
      'numbered headings with text between',
      'See Initech.\n### 1. Other\nBeats Globex.\n- fast\n- cheap\n\n### 2. Acme\nGood.',
      { brand: 2 },
    ],
    ['Chinese numbering', '1、小米\n2、Acme', { 小米: 1, brand: 2 }],
    ['circled numbers', '② Acme\n① Globex', { brand: 2, Globex: 1 }],
    [
      'nested lists',
      '1. Small teams\n   - Globex\n   - Acme\n2. Large teams\n   - Initech',
      { Globex: 1, brand: 2 },
    ],
    [
      'the longest list, though a shorter one is first',
      '- Acme\n- Globex\n\nIn full:\n1. A\n2. Globex\n3. Acme',
      { Globex: 2, brand: 3 },
    ],
    ['the first of two that are as long', '- Acme\n- A\n\nOr:\n1. A\n2. Acme', { brand: 1 }],
    [
      'two tracked names without the brand',
      'Rather than Acme:\n- Globex\n- Other\n- Initech',
      { Globex: 1, Initech: 3 },
    ],
    [
      'points about a name, which rank nobody',
      '1. Globex\n2. Acme\n   - Acme is fast\n   - cheap\n   - small',
      { Globex: 1, brand: 2 },
    ],
    ['the second name of an item', '1. Globex, unlike Acme\n2. Initech', { Globex: 1, Initech: 2 }],
    ['a name that comes again', '1. Acme\n2. Globex\n3. Acme', { brand: 1, Globex: 2 }],
    ['a numbered item alone', '3. **Acme**', { brand: 3 }],
  ])('%s', (_what, text, expected) => {
    expect(places(text)).toEqual(expected);
    expect(read(text).basis).toBe('LIST');
  });

  it.each<[string, string, Record<string, number>]>([
    ['prose', 'Globex beats Acme; Globex again.', { Globex: 1, brand: 2 }],
    ['a single bullet', 'Acme:\n- Globex', { brand: 1, Globex: 2 }],
    ['a list of one rival', 'Acme:\n- Globex\n- Other', { brand: 1, Globex: 2 }],
    ['prose that begins with a figure', 'Acme\n1.5 times Globex', { brand: 1, Globex: 2 }],
    [
      'names behind 80 characters',
      `Initech\n1. ${'x'.repeat(80)} Acme\n2. x`,
      { Initech: 1, brand: 2 },
    ],
  ])('the order of mentions in %s', (_what, text, expected) => {
    expect(places(text)).toEqual(expected);
    expect(read(text).basis).toBe('MENTIONS');
  });

  it('ranks a brand without rivals by a list of its answer alone', () => {
    expect(read('1. Globex\n2. Other\n3. **Acme**', alone)).toEqual({
      basis: 'LIST',
      ranks: new Map([[BRAND, 3]]),
    });
    expect(read('Acme is good.', alone)).toEqual({ basis: null, ranks: new Map() });
    expect(read('Nobody.')).toEqual({ basis: null, ranks: new Map() });
  });

  it('gives places from 1 on, to mentioned names only', () => {
    const random = randomFrom(5);
    for (let round = 0; round < 1000; round++) {
      const text = Array.from({ length: 12 }, () =>
        random.pick(['Acme', 'Globex', '小米', '\n- ', '\n1. ', '\n  2) ', '\n', ' and ', 'x']),
      ).join('');
      const mentions = finder.find(text);
      const { basis, ranks } = rankEntities(text, mentions, { hasRivals: true });
      const found = new Set(mentions.map((mention) => mention.entityId));
      expect([...ranks.keys()].filter((id) => !found.has(id))).toEqual([]);
      expect([...ranks.values()].every((rank) => Number.isInteger(rank) && rank >= 1)).toBe(true);
      if (basis === 'MENTIONS')
        expect([...ranks.values()]).toEqual([...found].map((_, i) => i + 1));
      expect(basis === null).toBe(ranks.size === 0);
    }
  });
});

describe('over many answers', () => {
  const ranks = [1, 2, null, 3, 1, null, 2, 5];

  it('gives the worked mean reciprocal rank', () => {
    expect(meanReciprocalRank(ranks)).toBeCloseTo(0.44167, 5);
    expect(meanReciprocalRank([])).toBeNull();
  });

  it('gives the worked top-3 rate', () => {
    expect(top3Rate(ranks)).toMatchObject({ value: 0.625, numerator: 5, denominator: 8 });
  });
});
