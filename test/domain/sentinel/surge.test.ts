import { describe, expect, it } from '@jest/globals';
import {
  cumulateRise,
  findSurge,
  isAlarm,
  surgeProbability,
} from '../../../src/domain/sentinel/surge.js';
import { discoveries } from '../../../src/domain/statistics/discovery.js';

const base = { negative: 8, mentions: 160 };

describe('a surge of negative mentions', () => {
  it.each([
    [6, 20, 8, 160, 0.001186, true],
    [3, 20, 8, 160, 0.0964, false],
    [9, 40, 8, 160, 0.001183, true],
    [3, 3, 0, 0, 0.3125, false],
  ])('%d of %d against %d of %d', (negative, mentions, baseNegative, baseMentions, p, fires) => {
    const found = findSurge(
      { negative, mentions },
      { negative: baseNegative, mentions: baseMentions },
    );
    expect(found.p).toBeCloseTo(p, p < 0.01 ? 6 : 4);
    expect(found.fires).toBe(fires);
  });

  it('is certain of at least none, and never more than certain', () => {
    expect(surgeProbability({ negative: 0, mentions: 50 }, base)).toBeCloseTo(1, 9);
    expect(surgeProbability({ negative: 0, mentions: 0 }, base)).toBeCloseTo(1, 9);
  });

  it('is known of many mentions, too, where its first term is next to nothing', () => {
    const half = { negative: 5_000, mentions: 10_000 };
    expect(surgeProbability({ negative: 10, mentions: 20_000 }, half)).toBeCloseTo(1, 6);
    expect(surgeProbability({ negative: 10_000, mentions: 20_000 }, half)).toBeCloseTo(0.5, 1);
    expect(surgeProbability({ negative: 19_000, mentions: 20_000 }, half)).toBeLessThan(1e-200);
  });

  it('needs a rise of ten points, three negatives and forty mentions before', () => {
    expect(
      findSurge({ negative: 240, mentions: 1_000 }, { negative: 140, mentions: 1_000 }).fires,
    ).toBe(true);
    expect(
      findSurge({ negative: 239, mentions: 1_000 }, { negative: 140, mentions: 1_000 }).fires,
    ).toBe(false);
    expect(findSurge({ negative: 2, mentions: 2 }, { negative: 0, mentions: 500 }).fires).toBe(
      false,
    );
    expect(findSurge({ negative: 15, mentions: 20 }, { negative: 1, mentions: 39 }).fires).toBe(
      false,
    );
  });
});

describe('a gradual rise', () => {
  // A baseline so long that its share is 0.05 to four digits.
  const long = { negative: 50_000, mentions: 1_000_000 };
  const days = [1, 2, 3, 3, 4].map((negative) => ({ negative, mentions: 20 }));

  it('adds up what each day has over the baseline', () => {
    const sums = cumulateRise(days, long);
    for (const [i, sum] of [0, 0.526, 2.0779, 3.6299, 6.2078].entries())
      expect(sums[i]).toBeCloseTo(sum, 3);
    expect(sums.some(isAlarm)).toBe(false);
  });

  it('starts again after an alarm, and waits on a day without mentions', () => {
    const bad = { negative: 11, mentions: 20 };
    const none = { negative: 0, mentions: 0 };
    expect(cumulateRise([bad, none, bad], long).map(isAlarm)).toEqual([true, false, true]);
    const mild = { negative: 4, mentions: 20 };
    const [first = 0, second, third = 0] = cumulateRise([mild, none, mild], long);
    expect(second).toBe(first);
    expect(third).toBeCloseTo(2 * first, 12);
  });
});

describe('discoveries', () => {
  it('calls what Benjamini and Hochberg called in their own example', () => {
    const ps = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719,
      0.6528, 0.759, 1,
    ];
    expect(discoveries(ps).filter(Boolean)).toHaveLength(4);
    expect(discoveries([...ps].reverse()).indexOf(true)).toBe(11);
    expect(discoveries([])).toEqual([]);
    expect(discoveries([0.06])).toEqual([false]);
  });
});
