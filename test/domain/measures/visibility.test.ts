import { describe, expect, it } from '@jest/globals';
import { isBranded, visibility } from '../../../src/domain/measures/visibility.js';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { createMentionFinder } from '../../../src/domain/names/mention.js';
import { type Cell, wilson } from '../../../src/domain/statistics/stats.js';
import { randomFrom } from '../statistics/random.js';

/** `mentions` hits spread over 20 prompts of `repeats` answers. */
const platform = (name: string, repeats: number, mentions: number): Cell[] =>
  Array.from({ length: 20 }, (_, i) => {
    const own = Math.min(repeats, Math.max(0, mentions - i * repeats));
    return { platform: name, promptId: `p${i}`, answers: repeats, mentions: own };
  });

describe('visibility', () => {
  it('is the worked 37 of 60 on three engines', () => {
    const v = visibility([
      ...platform('a', 1, 14),
      ...platform('b', 1, 9),
      ...platform('c', 1, 14),
    ]);
    expect(v.value).toBeCloseTo(0.6167, 4);
    expect(v.low).toBeCloseTo(0.4902, 4);
    expect(v.high).toBeCloseTo(0.7291, 4);
    expect(v).toMatchObject({ numerator: 37, denominator: 60, state: 'low', partial: false });
  });

  it('is less certain when the answers are repeats, however they fall on the prompts', () => {
    // Nine prompts are too few to estimate rho: 0.3 holds, and 27 answers are worth 27 / 1.6.
    const nine = Array.from({ length: 9 }, (_, i) => ({
      platform: 'a',
      promptId: `p${i}`,
      answers: 3,
      mentions: i % 4,
    }));
    const v = visibility(nine);
    const k = nine.reduce((sum, cell) => sum + cell.mentions, 0);
    expect([v.low, v.high]).toEqual([
      expect.closeTo(wilson(k / 1.6, 27 / 1.6)?.low ?? -1, 10),
      expect.closeTo(wilson(k / 1.6, 27 / 1.6)?.high ?? -1, 10),
    ]);
  });

  it('is macro-averaged: many repeats of one prompt do not outweigh another', () => {
    const v = visibility([
      { platform: 'a', promptId: 'p', answers: 10, mentions: 10 },
      { platform: 'a', promptId: 'q', answers: 1, mentions: 0 },
      { platform: 'b', promptId: 'p', answers: 1, mentions: 0 },
    ]);
    expect(v.value).toBe(0.25);
    expect([v.numerator, v.denominator]).toEqual([10, 12]);
  });

  it('never claims more answers than there are, however unequal the cells', () => {
    const lone = visibility([
      ...platform('a', 1, 10),
      { platform: 'b', promptId: 'p', answers: 1, mentions: 1 },
    ]);
    expect(lone.state).toBe('insufficient');
    expect((lone.high ?? 0) - (lone.low ?? 0)).toBeGreaterThan(0.5);
  });

  it('goes on without a platform that failed, and says so', () => {
    const failed = { platform: 'b', promptId: 'p0', answers: 0, mentions: 0 };
    expect(visibility([...platform('a', 1, 14), failed])).toMatchObject({
      value: 0.7,
      partial: true,
    });
    expect(visibility([failed])).toMatchObject({ value: null, state: 'none', partial: true });
    expect(visibility([])).toMatchObject({ value: null, state: 'none', partial: false });
  });

  it('stays within its bounds', () => {
    const random = randomFrom(3);
    for (let round = 0; round < 2000; round++) {
      const all = random.pick([0, 1, null]);
      const v = visibility(
        Array.from({ length: 1 + random.integer(40) }, (_, i) => {
          const answers = random.integer(5);
          const mentions = all === null ? random.integer(answers + 1) : all * answers;
          return { platform: random.pick(['a', 'b', 'c']), promptId: `p${i}`, answers, mentions };
        }),
      );
      if (v.value === null) continue;
      expect(v.low).toBeGreaterThanOrEqual(0);
      expect(v.high).toBeLessThanOrEqual(1);
      expect(v.low).toBeLessThanOrEqual(v.value);
      expect(v.high).toBeGreaterThanOrEqual(v.value);
      if (all !== null) expect(v.value).toBe(all);
    }
  });
});

describe('isBranded', () => {
  const finder = createMentionFinder([
    toEntity(BRAND, 'Apple', [{ text: 'Apple', requiresContext: true }, { text: 'iPhone' }]),
    toEntity('globex', 'Globex'),
  ]);

  it.each([
    ['Is the iPhone good?', true],
    ['Apple or Globex?', true],
    ['Is Globex good?', false],
    ['best apple pie', false],
  ])('%s', (prompt, expected) => expect(isBranded(prompt, 'en', finder)).toBe(expected));
});
