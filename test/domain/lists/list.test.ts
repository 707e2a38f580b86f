import { describe, expect, it } from '@jest/globals';
import { rankEntities } from '../../../src/domain/answers/rank.js';
import { listsIn } from '../../../src/domain/lists/list.js';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { createMentionFinder } from '../../../src/domain/names/mention.js';

const finder = createMentionFinder([toEntity(BRAND, 'Acme'), toEntity('rival', 'Globex')]);
const alone = createMentionFinder([toEntity(BRAND, 'Acme')]);
const rank = (text: string) =>
  Object.fromEntries(rankEntities(text, finder.find(text), { hasRivals: true }).ranks);
const rankAlone = (text: string) =>
  rankEntities(text, alone.find(text), { hasRivals: false }).ranks.get(BRAND) ?? null;

describe('lists that rank', () => {
  it.each<[string, string, Record<string, number>]>([
    ['a column of ranks', '| Rank | Tool |\n|--|--|\n| 1 | Other |\n| 2 | Acme |', { brand: 2 }],
    [
      'a column of names',
      '| Tool | $ |\n|:-|-:|\n| Globex | 5 |\n| **Acme** | 7 |',
      { rival: 1, brand: 2 },
    ],
    [
      'a table without outer bars',
      'Tool | $\n--- | ---\nGlobex | 5\nAcme | 7',
      { rival: 1, brand: 2 },
    ],
    ['medals', '🥇 Globex – good\n🥈 Hooli\n🥉 Acme', { rival: 1, brand: 3 }],
    ['keycaps', '1️⃣ Globex\n2️⃣ Hooli\n3️⃣ Acme', { rival: 1, brand: 3 }],
    ['number signs', '#1 Globex\n#2: Acme', { rival: 1, brand: 2 }],
    ['letters', 'a) Globex\nb) Hooli\nc) Acme', { rival: 1, brand: 3 }],
    ['numerals', 'I. Globex\nII. Hooli\nIII. Acme\nIV. Pied', { rival: 1, brand: 3 }],
    ['full-width numbers', '１．Globex\n２．Acme', { rival: 1, brand: 2 }],
    ['Japanese places', '第1位：Globex\n第2位：Acme', { rival: 1, brand: 2 }],
    ['Korean places', '1위: Globex\n2위: Acme', { rival: 1, brand: 2 }],
    ['Chinese numerals', '一、Globex\n二、Acme', { rival: 1, brand: 2 }],
    [
      'headings',
      '## Overview\nx\n## Globex\n- fast\n## Acme\nx\n## Conclusion',
      { rival: 1, brand: 2 },
    ],
    ['lines in bold', '**Globex**\nx\n\n**Acme**\nx\n\n**Hooli**: y', { rival: 1, brand: 2 }],
    ['a countdown', '3. Hooli\n2. Globex\n1. Acme', { rival: 2, brand: 1 }],
    ['labels', '- **Best for teams:** Globex\n- **Best for one:** Acme', { rival: 1, brand: 2 }],
    ['quoted lists', '> 1. Globex\n> 2. Acme', { rival: 1, brand: 2 }],
    [
      'names in bold inside an item',
      '- For teams, choose **Globex**\n- To start, take **Acme**',
      { rival: 1, brand: 2 },
    ],
  ])('%s', (_what, text, expected) => {
    expect(rank(text)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['steps', '1. Sign up\n2. Open Acme\n3. Pay'],
    ['points about the brand', 'Pros:\n- Acme is fast\n- Acme is cheap'],
    ['a comparison of features', '| Feature | Acme |\n|--|--|\n| Price | low |'],
    ['an item about another name', '1. Hooli, unlike Acme\n2. Initech'],
    ['prose', 'Acme is fine.'],
  ])('%s are no ranking', (_what, text) => {
    expect(rankAlone(text)).toBeNull();
  });
});

describe('hostile lists', () => {
  it.each<[string, string, number]>([
    [
      'nested 1,000 deep',
      Array.from({ length: 1_000 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n'),
      1_000,
    ],
    [
      'a table 10,000 wide',
      `|${' a |'.repeat(10_000)}\n|${'--|'.repeat(10_000)}\n|${' b |'.repeat(10_000)}`,
      1,
    ],
    ['50,000 numbers', '1. a\n'.repeat(50_000), 50_000],
    ['50,000 headings', '# a\n'.repeat(50_000), 50_000],
  ])('%s are read in time', (_what, text, items) => {
    const found = listsIn(text);
    expect(found.reduce((sum, list) => sum + list.items.length, 0)).toBe(items);
  });
});
