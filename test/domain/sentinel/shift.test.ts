import { describe, expect, it } from '@jest/globals';
import type { FallCell } from '../../../src/domain/sentinel/fall.js';
import { findShift } from '../../../src/domain/sentinel/shift.js';

/** Twelve prompts, each asked `before` times and then `now` times; so many of twelve name the brand. */
function cells(before: number, hitsBefore: number, now: number, hits: number): FallCell[] {
  return Array.from({ length: 12 }, (_, prompt) => ({
    platform: 'grok',
    promptId: `p${prompt}`,
    baseAnswers: before,
    // Spread so that repeats of a prompt are not alike.
    baseMentions: Math.round(((before * hitsBefore) / 12) * (1 + (prompt % 2 ? 0.05 : -0.05))),
    baseTop3: 0,
    answers: now,
    mentions: Math.floor((now * hits * (prompt + 1)) / 12) - Math.floor((now * hits * prompt) / 12),
    top3: 0,
  }));
}
const brands = (...now: FallCell[][]) =>
  now.map((week, place) => ({ brandId: String(place), day: week, week }));
const steady = () => cells(28, 7, 7, 7);
const fallen = () => cells(28, 7, 7, 2);

describe('a platform has changed', () => {
  it.each([
    ['1 of 1', brands(fallen()), false],
    ['1 of 2', brands(fallen(), steady()), false],
    ['2 of 2', brands(fallen(), fallen()), true],
    ['1 of 3', brands(fallen(), steady(), steady()), false],
    ['2 of 3', brands(fallen(), fallen(), steady()), true],
    ['2 of 4', brands(fallen(), fallen(), steady(), steady()), true],
    ['2 of 5', brands(fallen(), fallen(), steady(), steady(), steady()), false],
  ])('%s', (_, of, isShift) => expect(findShift(of).isShift).toBe(isShift));

  it('not where a few answers are fewer by a third', () => {
    // Of twelve answers three instead of seven: a raw drop of .57 that chance explains.
    const few = () => cells(28, 7, 1, 3);
    expect(findShift(brands(few(), few()))).toMatchObject({ isShift: false, lookedAt: 0 });
    const some = () => cells(28, 7, 2, 4.9);
    const found = findShift(brands(some(), some()));
    expect(found).toMatchObject({ isShift: false, lookedAt: 2, fallen: [] });
    expect(found.effect).toBeGreaterThan(0.29);
  });

  it('may be one yet where others are less by more than chance', () => {
    const less = () => cells(28, 7, 7, 5);
    expect(findShift(brands(fallen(), less()))).toMatchObject({ isShift: false, isLikely: true });
    expect(findShift(brands(fallen(), steady()))).toMatchObject({ isLikely: false });
    expect(findShift(brands(fallen()))).toMatchObject({ isLikely: false });
  });

  it('leaves out brands of which nothing can be said', () => {
    const unnamed = () => cells(28, 0, 7, 0);
    const young = () => cells(1, 7, 7, 0);
    expect(findShift(brands(fallen(), unnamed(), young())).isShift).toBe(false);
    expect(findShift(brands(fallen(), fallen(), unnamed(), young()))).toMatchObject({
      isShift: true,
      lookedAt: 2,
    });
  });

  it('has the probability of the last brand that half of them takes, times those it could have been', () => {
    const { p: one } = findShift(brands(fallen(), fallen()));
    expect(one).toBeLessThan(1e-4);
    expect(findShift(brands(fallen(), fallen(), steady(), steady())).p).toBeCloseTo(3 * one, 12);
    expect(findShift(brands(fallen(), steady())).p).toBeGreaterThan(0.05);
    expect(findShift([])).toMatchObject({ p: 1, isShift: false, effect: 0 });
  });
});
