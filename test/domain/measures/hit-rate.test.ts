import { expect, test } from '@jest/globals';
import { coverage, hitRate } from '../../../src/domain/measures/hit-rate.js';
import { wilson } from '../../../src/domain/statistics/stats.js';

const cell = (promptId: string, answers: number, mentions: number, platform = 'a') => ({
  platform,
  promptId,
  answers,
  mentions,
});

test('3, 2, 0, 1 and 0 hits of three answers each are 0.4000, and cover 0.6000', () => {
  const cells = [3, 2, 0, 1, 0].map((hits, at) => cell(`p${at}`, 3, hits));
  expect(hitRate(cells)).toMatchObject({
    value: expect.closeTo(0.4, 12),
    numerator: 6,
    denominator: 15,
  });
  expect(coverage(cells)).toMatchObject({ value: 0.6, numerator: 3, denominator: 5 });
});

test('each prompt counts alike, however often it was asked, and one without answers not at all', () => {
  const cells = [cell('p', 1, 1), cell('q', 9, 0), cell('r', 0, 0)];
  expect(hitRate(cells)).toMatchObject({ value: 0.5, numerator: 1, denominator: 10 });
  expect(coverage(cells)).toMatchObject({ value: 0.5, denominator: 2 });
});

test('platforms are no repeats of each other: one answer of each is worth one', () => {
  const cells = ['a', 'b', 'c'].flatMap((platform) =>
    Array.from({ length: 10 }, (_, at) => cell(`p${at}`, 1, Number(at < 5), platform)),
  );
  const rate = hitRate(cells);
  expect([rate.low, rate.high]).toEqual([
    expect.closeTo(wilson(15, 30)?.low ?? -1, 10),
    expect.closeTo(wilson(15, 30)?.high ?? -1, 10),
  ]);
});

test('without an answer there is no rate', () => {
  for (const rate of [hitRate([]), coverage([]), hitRate([cell('p', 0, 0)])])
    expect(rate).toMatchObject({ value: null, low: null, denominator: 0, state: 'none' });
});
