import { describe, expect, it } from '@jest/globals';
import { prominenceOf, prominenceShares } from '../../../src/domain/answers/prominence.js';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { acceptMentions, createMentionFinder } from '../../../src/domain/names/mention.js';
import { watchProcessor } from '../../helpers/run/processor.js';

const finder = createMentionFinder([toEntity(BRAND, 'Acme', []), toEntity('g', 'Globex', [])]);
const of = (text: string) => prominenceOf(text, acceptMentions(finder.find(text), text, null));

describe('prominence', () => {
  it('of the worked example', () => {
    const shares = prominenceShares([
      { words: 10, names: ['1'] },
      { words: 8, names: ['1', '2'] },
      { words: 12, names: ['3'] },
    ]);
    expect(shares.get('1')).toBeCloseTo(0.645, 4);
    expect(shares.get('2')).toBeCloseTo(0.1259, 4);
    expect(shares.get('3')).toBeCloseTo(0.2291, 4);
  });

  it('of one sentence is its name’s alone, and of nobody nothing', () => {
    expect([...prominenceShares([{ words: 7, names: ['2'] }])]).toEqual([['2', 1]]);
    expect(prominenceShares([{ words: 7, names: [] }]).size).toBe(0);
    expect(prominenceShares([]).size).toBe(0);
  });

  it('of an answer counts the words of the sentences that name', () => {
    expect(of('Acme is a good choice. Nobody else comes close.').get(BRAND)).toBe(1);
    // 3 words at weight 1, 3 words at weight 1/e.
    const shares = of('Acme is first.\n\nGlobex is second.');
    expect(shares.get(BRAND)).toBeCloseTo(1 / (1 + Math.exp(-1)), 12);
    expect((shares.get(BRAND) ?? 0) + (shares.get('g') ?? 0)).toBeCloseTo(1, 12);
  });

  it('is moved along by sentences that name nobody', () => {
    const [near, far] = [
      'Acme leads here. Globex follows on. It rains a lot.',
      'Acme leads here. It rains a lot. Globex follows on.',
    ].map((text) => of(text).get('g') ?? 0);
    expect(near).toBeGreaterThan(far ?? 1);
  });

  it('counts words where no spaces are written', () => {
    const chinese = createMentionFinder([toEntity(BRAND, '华为', []), toEntity('x', '小米', [])]);
    const text = '我推荐华为手机。小米也不错。';
    const shares = prominenceOf(text, acceptMentions(chinese.find(text), text, null));
    expect(shares.size).toBe(2);
    expect(shares.get(BRAND)).toBeGreaterThan(shares.get('x') ?? 1);
  });

  it('takes time in proportion to the text', () => {
    const text = 'Acme and Globex are here. '.repeat(4_000);
    const spentMs = watchProcessor();
    expect(of(text).size).toBe(2);
    expect(spentMs()).toBeLessThan(2_000);
  });
});

it('addresses, link targets and code are no words', () => {
  const plain = of('Acme is fast. Globex is slow.');
  const linked = of(
    '[Acme](https://acme.example/a/very/long/path?of=words) is fast. Globex is slow.',
  );
  expect([...linked]).toEqual([...plain]);
});
