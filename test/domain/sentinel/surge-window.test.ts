import { describe, expect, it } from '@jest/globals';
import {
  confirmSurge,
  judgeSurge,
  type SurgeDay,
} from '../../../src/domain/sentinel/surge-window.js';

const TODAY = 20_000;
const PLATFORMS = 6;
/** A month of 2 negatives among 42 mentions a day, then days of so many, the last of them today; a row a day. */
function monthOf(...latest: number[]): SurgeDay[] {
  return Array.from({ length: 31 }, (_, place) => {
    const age = 30 - place;
    const negative = latest[latest.length - 1 - age] ?? 2;
    return { age, day: TODAY - age, negative, mentions: 42 };
  });
}
/** The same days with a row for each platform, as the database counts them. */
const byPlatform = (days: readonly SurgeDay[]): SurgeDay[] =>
  days.flatMap((day) =>
    Array.from({ length: PLATFORMS }, (_, platform) => ({
      ...day,
      mentions: 7,
      negative:
        Math.floor((day.negative * (platform + 1)) / PLATFORMS) -
        Math.floor((day.negative * platform) / PLATFORMS),
    })),
  );
const today = (negative: number) => ({ negative, mentions: 42 });

describe('a slow rise', () => {
  it('is found on the day on which the sum of its days is above 9', () => {
    const found = [1, 2, 3, 4, 5].map(
      (days) => judgeSurge(today(6), monthOf(...Array<number>(days).fill(6)))?.fires,
    );
    expect(found).toEqual([false, false, false, false, true]);
    expect(judgeSurge(today(6), monthOf(6, 6, 6, 6, 6))).toMatchObject({
      isGradual: true,
      testP: 0.005,
      alarms: [0],
    });
  });

  it.each([
    ['a rise', [6, 6, 6, 6, 6]],
    ['half of one', [4, 4, 4, 4]],
    ['a day of many', [9, 2, 2, 6]],
    ['nothing', [2, 3, 1, 2]],
  ])('takes one step a day, whether a day is one row or six: %s', (_, latest) => {
    const days = monthOf(...latest);
    const last = today(latest.at(-1) ?? 0);
    expect(judgeSurge(last, byPlatform(days))).toEqual(judgeSurge(last, days));
  });

  it('takes one step for two runs of a day, too', () => {
    const days = monthOf(6, 6, 6, 6, 6);
    const again = { age: 0, day: TODAY, negative: 6, mentions: 42 };
    // Another five minutes later; yesterday's came within 24 hours of it.
    const late = days.map((day) => (day.age === 1 ? { ...day, age: 0 } : day));
    expect(judgeSurge(today(6), [...late, again])?.alarms).toEqual([0]);
    expect(judgeSurge(today(2), monthOf(6, 6, 6, 6, 6, 2))?.fires).toBe(false);
  });

  it('is no news on a day that is as ever', () => {
    const calm = { age: 0, day: TODAY, negative: 2, mentions: 42 };
    expect(judgeSurge(today(2), [...monthOf(6, 6, 6, 6, 6), calm])?.fires).toBe(false);
  });
});

describe('a surge in small runs', () => {
  const small = (negative: number) => ({ negative, mentions: 7 });
  it('rests on the run itself, and not on one of the same day before it', () => {
    const days = [
      ...monthOf(2).filter(({ age }) => age > 0),
      { age: 0, day: TODAY, ...small(5) },
      { age: 0, day: TODAY, ...small(0) },
    ];
    expect(judgeSurge(small(5), days)).toMatchObject({ fires: true, ofRun: false });
    expect(judgeSurge(small(0), days)?.fires).toBe(false);
  });
});

describe('what bears a surge out', () => {
  const base = { negative: 56, mentions: 1_176 };
  it.each([
    ['as sudden a rise', [], 10, 42, 'crosses'],
    ['as many as ever', [], 2, 42, 'calm'],
    ['too few to clear it', [], 0, 9, 'unknown'],
    ['few, but enough', [], 4, 9, 'crosses'],
    ['nothing new', [], 0, 0, 'unknown'],
    ['a slow rise that goes on', [0], 5, 42, 'calm'],
    ['a slow rise that goes on by more than chance', [0], 6, 42, 'crosses'],
    ['one of long ago', [9], 6, 42, 'calm'],
  ] as const)('%s', (_, alarms, negative, mentions, look) =>
    expect(confirmSurge({ base, alarms: [...alarms] }, { negative, mentions }, 0.01)).toBe(look),
  );
});
