import { describe, expect, it } from '@jest/globals';
import { meanReciprocalRank, rankEntities, top3Rate } from '../../../src/domain/answers/rank.js';
import { toEntity } from '../../../src/domain/names/alias.js';
import { createMentionFinder } from '../../../src/domain/names/mention.js';
import { randomFrom } from '../statistics/random.js';

const finder = createMentionFinder(
  ['Acme', 'Globex', 'Initech', '小米'].map((name) => toEntity(name, name)),
);
const ranked = (text: string): string[] => [...rankEntities(text, finder.find(text)).keys()];

describe('rankEntities', () => {
  it.each<[string, string, string[]]>([
    ['order of first mention', 'Globex beats Acme; Globex again.', ['Globex', 'Acme']],
    [
      'a numbered list, not what is said before it',
      'Not Initech.\n1. **Acme**\n2. Globex',
      ['Acme', 'Globex', 'Initech'],
    ],
    [
      'explicit numbers before order',
      '3. Acme\n1. Globex\n2. Initech',
      ['Globex', 'Initech', 'Acme'],
    ],
    ['a list that numbers every item 1', '1. Acme\n1. Globex', ['Acme', 'Globex']],
    [
      'items without an entity',
      'Initech aside:\n1. Budget first\n2. Acme\n3. Globex',
      ['Acme', 'Globex', 'Initech'],
    ],
    [
      'bullets',
      'Initech, or:\n- [Globex](https://globex.com)\n- Acme',
      ['Globex', 'Acme', 'Initech'],
    ],
    [
      'numbered headings with text between',
      'See Initech.\n### 1. Acme\nBeats Globex.\n- fast\n- cheap\n\n### 2. Globex\nGood.',
      ['Acme', 'Globex', 'Initech'],
    ],
    ['Chinese numbering', 'Initech。\n1、小米\n2、Acme', ['小米', 'Acme', 'Initech']],
    ['circled numbers', 'Initech\n② Acme\n① Globex', ['Globex', 'Acme', 'Initech']],
    [
      'nested lists',
      '1. Small teams\n   - Globex\n   - Acme\n2. Large teams\n   - Initech',
      ['Globex', 'Acme', 'Initech'],
    ],
    [
      'the second name of an item',
      'Acme?\n1. Globex, unlike Acme\n2. Initech',
      ['Globex', 'Initech', 'Acme'],
    ],
    ['a single item', 'Acme:\n- Globex', ['Acme', 'Globex']],
    [
      'prose that begins with a figure',
      'Acme\n1.5 times Globex\n2.5 times Initech',
      ['Acme', 'Globex', 'Initech'],
    ],
    ['nobody', 'nothing', []],
  ])('%s', (_what, text, expected) => expect(ranked(text)).toEqual(expected));

  it('reads only the leading 80 characters of an item', () => {
    const filler = 'x'.repeat(80);
    expect(ranked(`Initech\n1. ${filler} Acme\n2. ${filler} Globex`)).toEqual([
      'Initech',
      'Acme',
      'Globex',
    ]);
  });

  it('numbers the entities found from 1 on, each once', () => {
    const random = randomFrom(5);
    for (let round = 0; round < 1000; round++) {
      const text = Array.from({ length: 12 }, () =>
        random.pick(['Acme', 'Globex', '小米', '\n- ', '\n1. ', '\n  2) ', '\n', ' and ']),
      ).join('');
      const mentions = finder.find(text);
      const ranks = rankEntities(text, mentions);
      const found = [...new Set(mentions.map((mention) => mention.entityId))];
      expect([...ranks.keys()].sort()).toEqual(found.sort());
      expect([...ranks.values()]).toEqual(found.map((_, i) => i + 1));
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
