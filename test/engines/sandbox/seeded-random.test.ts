import { expect, test } from '@jest/globals';
import { createRandom } from '../../../src/engines/sandbox/seeded-random.js';

test('the same parts give the same sequence, other parts another', () => {
  const sequence = (...parts: (string | number)[]) => {
    const random = createRandom(...parts);
    return Array.from({ length: 5 }, () => random.next());
  };
  expect(sequence('a', 1)).toEqual(sequence('a', 1));
  const others = [
    sequence('a', 1),
    sequence('a', 2),
    sequence('a1'),
    sequence('', 'a', 1),
    sequence('a', '1'),
  ];
  expect(new Set(others.flat()).size).toBe(25);
});

test('first numbers of neighbouring seeds are uniform', () => {
  const counts = new Array<number>(20).fill(0);
  const draws = 40_000;
  for (let seed = 0; seed < draws; seed += 1) {
    const bucket = Math.floor(createRandom('seed', seed).next() * counts.length);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  const expected = draws / counts.length;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // 99.9 % of the chi-square distribution with 19 degrees of freedom.
  expect(chiSquare).toBeLessThan(43.8);
});

test('numbers of one sequence are uniform too, and do not follow each other', () => {
  const random = createRandom('one');
  const numbers = Array.from({ length: 40_000 }, () => random.next());
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const product = numbers
    .slice(1)
    .reduce((sum, value, index) => sum + (value - 0.5) * ((numbers[index] ?? 0) - 0.5), 0);
  expect(Math.abs(mean - 0.5)).toBeLessThan((4 * Math.sqrt(1 / 12)) / Math.sqrt(numbers.length));
  expect(Math.abs(product / (numbers.length - 1)) * 12).toBeLessThan(4 / Math.sqrt(numbers.length));
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
});

test('a chance of 0 never comes, one of 1 always', () => {
  const random = createRandom('chance');
  for (let draw = 0; draw < 1_000; draw += 1) {
    expect([random.chance(0), random.chance(1)]).toEqual([false, true]);
  }
});
