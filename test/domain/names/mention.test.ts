import { describe, expect, it } from '@jest/globals';
import { type AliasInput, BRAND, type Entity, toEntity } from '../../../src/domain/names/alias.js';
import { acceptMentions, createMentionFinder } from '../../../src/domain/names/mention.js';
import { randomFrom } from '../statistics/random.js';

const entitiesOf = (names: string): Entity[] =>
  names.split(' ').map((name) => toEntity(name, name));
const hits = (names: string, text: string): [string, number][] =>
  createMentionFinder(entitiesOf(names))
    .find(text)
    .map((mention) => [mention.entityId, mention.start]);
const starts = (names: string, text: string): number[] =>
  hits(names, text).map(([, start]) => start);
const brand = (...aliases: AliasInput[]): Entity =>
  toEntity(BRAND, aliases[0]?.text ?? '', aliases);

describe('reference vectors', () => {
  it.each<[string, string, number[]]>([
    [
      'Acme',
      "Acme's tool, Acme-Pro, acme, Acmeology, MacAcme, “Acme” (Acme), ACME® acme_x",
      [0, 13, 23, 50, 57, 64],
    ],
    ['Toyota', '用Toyota的车', [1]],
    ['ИКЕА', 'В ИКЕА дешевле, ИКЕАшный', [2]],
    ['AT&T C++ Yahoo! H&M', 'AT&T, C++ and Yahoo! at H&M. CC', [0, 6, 14, 24]],
    ['Notion', 'a notional idea; Notion.', [17]],
    ['小米', '😀小米', [2]],
  ])('%s in %s', (names, text, expected) => {
    expect(starts(names, text)).toEqual(expected);
  });

  it('Chinese brands between Chinese words', () => {
    expect(
      hits('华为 小米 拼多多 京东 海底捞', '我推荐小米和华为手机，拼多多和京东到家，海底捞火锅'),
    ).toEqual([
      ['小米', 3],
      ['华为', 6],
      ['拼多多', 11],
      ['京东', 15],
      ['海底捞', 20],
    ]);
  });

  it('Japanese, two scripts', () => {
    expect(hits('Toyota トヨタ', 'トヨタ自動車とToyotaの車')).toEqual([
      ['トヨタ', 0],
      ['Toyota', 7],
    ]);
  });

  it('Korean particles, and the longer of two names', () => {
    expect(hits('삼성전자 삼성', '삼성전자의 휴대폰, 삼성은 좋다, 삼성동')).toEqual([
      ['삼성전자', 0],
      ['삼성', 11],
    ]);
  });

  it.each([
    ['华为', '我推荐小米和华为手机，苹果也不错。'],
    ['拼多多', '拼多多和京东到家都可以。'],
    ['โตโยต้า', 'โตโยต้าดีมาก'],
    ['7-Eleven', 'AT&T, Yahoo! and 7-Eleven; C++ vs C#'],
  ])('%s where word segmentation loses it', (name, text) => {
    expect(starts(name, text)).toEqual([text.indexOf(name)]);
  });
});

describe('names and their neighbours', () => {
  it('prefers the longest name that stands on its own', () => {
    expect(hits('Acme C C++', 'Acme, C++')).toEqual([
      ['Acme', 0],
      ['C++', 6],
    ]);
    const finder = createMentionFinder([toEntity('pro', 'Acme Pro'), toEntity('acme', 'Acme')]);
    expect(finder.find('Acme Pro, Acme Production').map((m) => [m.entityId, m.start])).toEqual([
      ['pro', 0],
      ['acme', 10],
    ]);
  });

  it.each([
    ['a Latin name with a Korean particle', 'Acme', 'Acme는 좋다', [0]],
    ['a Latin name in a Korean compound', 'Acme', 'Acme동', []],
    ['a sign', 'Acme', 'ACME™ and Acme℠', [0, 10]],
    ['a footnote mark', 'Acme', 'Acme¹ and ①Acme', [0, 11]],
    ['an emoji with a variation selector', 'Acme', '✔️Acme', [2]],
    ['a styled letter', 'Acme', 'Acme𝐀 and 😀Acme', [13]],
    ['a combining mark', 'Acme', 'Acme\u0301 and Acme', [10]],
    ['an underscore', 'Acme', 'acme_x _Acme', []],
  ] as [string, string, string, number[]][])('%s', (_what, name, text, expected) => {
    expect(starts(name, text)).toEqual(expected);
  });

  it.each([
    ['full-width', 'Acme', 'ＡＣＭＥ です', 'ＡＣＭＥ'],
    ['mathematical', 'Acme', 'use 𝐀𝐜𝐦𝐞 now', '𝐀𝐜𝐦𝐞'],
    ['decomposed', 'Citroën', 'a Citroe\u0308n car', 'Citroe\u0308n'],
    ['ligature', 'Firefleet', 'the ﬁreﬂeet app', 'ﬁreﬂeet'],
    ['sharp s', 'Strauß', 'STRAUSS sings', 'STRAUSS'],
    ['final sigma', 'ΚΟΣΜΟΣ', 'ο κοσμος μας', 'κοσμος'],
    ['half-width kana', 'ドトール', 'ﾄﾞﾄｰﾙの店', 'ﾄﾞﾄｰﾙ'],
    ['curly apostrophe', "McDonald's", 'at McDonald’s now', 'McDonald’s'],
    ['unbreakable hyphen', 'Coca-Cola', 'a Coca\u2011Cola, please', 'Coca\u2011Cola'],
    [
      'jamo',
      '삼성',
      '\u1109\u1161\u11b7\u1109\u1165\u11bc 좋다',
      '\u1109\u1161\u11b7\u1109\u1165\u11bc',
    ],
    ['broken line', 'Acme Pro', 'so Acme\n   Pro it is', 'Acme\n   Pro'],
    ['hard space', 'Acme Pro', 'so Acme\u00a0Pro it is', 'Acme\u00a0Pro'],
  ])('reads a %s form', (_what, name, text, surface) => {
    expect(createMentionFinder(entitiesOf('x').concat(toEntity(BRAND, name))).find(text)).toEqual([
      {
        entityId: BRAND,
        start: text.indexOf(surface),
        end: text.indexOf(surface) + surface.length,
        surface,
        uncertain: false,
        isOtherName: false,
      },
    ]);
  });

  it('does not join a name over a paragraph or out of half a letter', () => {
    expect(createMentionFinder([toEntity(BRAND, 'Acme Pro')]).find('## Acme\n\nPro tip')).toEqual(
      [],
    );
    expect(createMentionFinder([toEntity(BRAND, 'Sony')]).find('ßony')).toEqual([]);
  });
});

describe('flags', () => {
  const find = (text: string, ...aliases: AliasInput[]) =>
    createMentionFinder([brand(...aliases)]).find(text);

  it('holds case where it matters, also in folded texts', () => {
    const gap = { text: 'Gap', caseSensitive: true };
    expect(find('the gap, a GAP, Gap.', gap).map((m) => m.start)).toEqual([16]);
    expect(find('Straße gap, Gap.', gap, { text: 'Gauss' }).map((m) => m.start)).toEqual([12]);
  });

  it('reads one- and two-letter names with their case', () => {
    expect(
      find('x marks it, X does; hp HP', { text: 'X' }, { text: 'HP' }).map((m) => m.surface),
    ).toEqual(['X', 'HP']);
  });

  it('leaves out excluded phrases, overlapping ones too', () => {
    const target = { text: 'Target', exclude: ['target audience', 'moving target'] };
    expect(find('Your target  audience shops at Target.', target).map((m) => m.start)).toEqual([
      31,
    ]);
    expect(find('A moving target audience', target)).toEqual([]);
    expect(
      find('Straße: target audience, Target', target, { text: 'Gauss', exclude: ['Gaussian'] }).map(
        (m) => m.start,
      ),
    ).toEqual([25]);
  });

  it('gives a shared alias to the entity listed first', () => {
    const finder = createMentionFinder([
      toEntity('a', 'Alpha', [{ text: 'One' }]),
      toEntity('b', 'One'),
    ]);
    expect(finder.find('One').map((m) => m.entityId)).toEqual(['a']);
  });
});

describe('acceptMentions', () => {
  const apple = toEntity(BRAND, '苹果', [
    { text: '苹果', requiresContext: true },
    { text: 'iPhone' },
  ]);
  const millet = toEntity('xiaomi', '小米', [{ text: '小米', requiresContext: true }]);
  const finder = createMentionFinder([apple, millet, toEntity('huawei', '华为')]);
  const accepted = (text: string) =>
    acceptMentions(finder.find(text), text, null).map((m) => m.surface);

  it('counts an uncertain hit in the company of a certain one', () => {
    expect(accepted('苹果的 iPhone 很好')).toEqual(['苹果', 'iPhone']);
    expect(accepted('苹果和华为')).toEqual(['苹果', '华为']);
  });

  it('counts it neither alone nor beside another uncertain one', () => {
    expect(finder.find('我买了苹果和小米').map((m) => m.uncertain)).toEqual([true, true]);
    expect(accepted('我买了苹果和小米')).toEqual([]);
  });
});

describe('markup', () => {
  it.each<[string, string[]]>([
    ['**Acme** and _Acme_, `Acme` in code', ['Acme', 'Acme']],
    ['See https://acme.com/Acme and [here](https://x.com/Acme).', []],
    ['[Acme](https://x.com), ![Acme](a.png)', ['Acme']],
    ['Acme[1](https://a.com)[2](https://b.com) and x', ['Acme']],
    ['Globex<br>Acme<b>ology</b>', []],
    ['Globex<br>Acme', ['Acme']],
    ['**Ac**me is bold', ['Ac**me']],
  ])('%s', (text, surfaces) => {
    expect(
      createMentionFinder(entitiesOf('Acme'))
        .find(text)
        .map((m) => m.surface),
    ).toEqual(surfaces);
  });

  it('finds names written with entities or escapes', () => {
    const finder = createMentionFinder(entitiesOf('AT&T E*TRADE'));
    expect(finder.find('AT&amp;T or E\\*TRADE or E*TRADE').map((m) => m.surface)).toEqual([
      'AT&amp;T',
      'E\\*TRADE',
      'E*TRADE',
    ]);
  });
});

describe('on any text', () => {
  const names = 'Acme Globex 华为 삼성 AT&T C++ X Citroën Strauß โตโยต้า'.split(' ');
  const scraps = [
    ...names,
    'ACME',
    ' ',
    '\n\n',
    '**',
    '_',
    '[',
    '](https://x.com/a_b)',
    'https://acme.com',
    '<b>',
    '&amp;',
    '\u0301',
    'ﬁ',
    '…',
    '😀',
    '\ud83d',
    '은',
    'ology',
    '™',
    '`',
    '\\',
    '1. ',
  ];
  const finder = createMentionFinder(names.map((name) => toEntity(name, name)));
  const random = randomFrom(7);

  it('slices every mention to its surface, in order, without overlap', () => {
    let found = 0;
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: 20 }, () => random.pick(scraps)).join('');
      let last = 0;
      for (const { start, end, surface } of finder.find(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(text.slice(start, end)).toBe(surface);
        last = end;
        found++;
      }
    }
    expect(found).toBeGreaterThan(3000);
  });

  it('finds the same with and without folding the whole text', () => {
    // A text with ﬁ has to be folded for a name with `fi`, and for no other.
    const folding = createMentionFinder([...names, 'Firefly'].map((name) => toEntity(name, name)));
    const parts = [
      'Acme',
      ' ',
      'globex',
      '华为',
      '，',
      'AT&T',
      '\n',
      'C++',
      '😀',
      "'s",
      '-',
      'ology',
      '½',
      '™',
      '\u0323',
    ];
    let found = 0;
    for (let round = 0; round < 2000; round++) {
      const text = Array.from({ length: 12 }, () => random.pick(parts)).join('');
      const mentions = finder.find(`${text} ﬁ`);
      expect(folding.find(`${text} ﬁ`)).toEqual(mentions);
      found += mentions.length;
    }
    expect(found).toBeGreaterThan(2000);
  });
});
