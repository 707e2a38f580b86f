import { describe, expect, it } from '@jest/globals';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { acceptMentions, createMentionFinder } from '../../../src/domain/names/mention.js';

const find = (name: string, text: string) =>
  createMentionFinder([toEntity(BRAND, name)])
    .find(text)
    .map(({ surface, uncertain }) => `${surface}${uncertain ? '?' : ''}`);

describe('common words', () => {
  it.each<[string, string, string[]]>([
    ['Target', 'The target audience is large.', []],
    ['Target', 'I buy my socks at Target every week.', ['Target']],
    ['Target', 'Target is cheaper.', ['Target']],
    ['Target', 'Target audiences differ.', ['Target?']],
    ['Gap', '1. **Gap** – plain clothes\n2. Zara', ['Gap']],
    ['Square', 'A Square Deal for All', ['Square?']],
    ['Northpeak', 'northpeak is a name and no word', ['northpeak']],
    ['苹果', '我买了苹果', ['苹果?']],
  ])('%s in %j', (name, text, found) => {
    expect(find(name, text)).toEqual(found);
  });

  it('count beside the words of their category', () => {
    const finder = createMentionFinder([toEntity(BRAND, 'Square')]);
    const counted = (text: string, category: string | null) =>
      acceptMentions(finder.find(text), text, category).length;
    const text = 'Square readers suit small shops that take card payments.';
    expect(counted(text, 'card payment systems')).toBe(1);
    expect(counted(text, 'running shoes')).toBe(0);
    expect(counted(text, null)).toBe(0);
  });
});

describe('scripts without blanks', () => {
  it.each<[string, string, string[]]>([
    ['トヨタ', 'トヨタは良い。', ['トヨタ']],
    ['パン', 'パンダがいます。', ['パン?']],
    ['大疆', '大疆无人机很好', ['大疆']],
  ])('%s in %s', (name, text, found) => {
    expect(find(name, text)).toEqual(found);
  });
});

describe('addresses and code', () => {
  it.each<[string, string, string[]]>([
    ['Acme', 'Write to hello@acme.com or see docs.acme.com.', []],
    ['Acme', 'An Acme-based shop at acme-shop.example.com', ['Acme']],
    ['monday.com', 'We use monday.com daily.', ['monday.com']],
    ['Acme', 'Run `acme login`, then open Acme.', ['Acme']],
    ['Acme', '```sh\nacme deploy\n```\nAcme is up.', ['Acme']],
    ['Acme', '```markdown\nAcme is fine.\n```', ['Acme']],
    ['Acme', 'A ` alone, Acme, and\n\nanother ` here', ['Acme']],
  ])('%s in %j', (name, text, found) => {
    expect(find(name, text)).toEqual(found);
  });
});

describe('odd characters', () => {
  it.each<[string, string, string[]]>([
    ['Acme', 'Ac\u200bme, Ac\u00adme and A\u2060cme', ['Ac\u200bme', 'Ac\u00adme', 'A\u2060cme']],
    ['Acme', 'Acme\u200bology', []],
    ['Acme', 'ᴀᴄᴍᴇ and Аcme with a Cyrillic А', ['ᴀᴄᴍᴇ', 'Аcme']],
    ['Яндекс', 'Яндeкс with a Latin e', ['Яндeкс']],
    ['İstikbal', 'ISTIKBAL, istikbal', ['ISTIKBAL', 'istikbal']],
    ['نون', 'نـون', ['نـون']],
    ['محمد', 'مُحَمَّد', ['مُحَمَّد']],
  ])('%s in %j', (name, text, found) => {
    expect(find(name, text)).toEqual(found);
  });
});

describe('names that are hard to search for', () => {
  const NAMES = [
    'X',
    '7',
    'a'.repeat(200),
    'Ac\nme',
    '.*+?^$()|[]\\ a',
    'אחת Acme שתיים',
    '\u202eacme\u202c',
    '1\ufe0f\u20e3 Acme',
    '👩‍💻 Acme',
    'ي',
    '的',
  ];
  const TEXTS = [
    '은는이가'.repeat(2_000),
    'ال'.repeat(4_000),
    `${'- '.repeat(1_000)}Acme`,
    `|${' a |'.repeat(10_000)}`,
    '\u200b'.repeat(10_000),
    '`'.repeat(9_999),
    'а'.repeat(5_000) + 'a'.repeat(5_000),
  ];

  it.each(NAMES)('%j ends, throws nothing and counts nothing that is not there', (name) => {
    for (const text of TEXTS.filter((each) => !each.includes(name.trim())))
      expect(find(name, text).filter((surface) => surface.trim() === '')).toEqual([]);
    expect(find(name, 'nothing of the kind')).toEqual([]);
  });
});
