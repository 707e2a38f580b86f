import { expect, it } from '@jest/globals';
import { toInstantText } from '../../../src/domain/time/instant.js';
import { randomFrom } from '../statistics/random.js';

it('writes any moment as toISOString does', () => {
  const { integer } = randomFrom(1);
  const edges = [
    0, -1, 1, 86_399_999, 86_400_000, -62_135_596_800_000, 253_402_300_799_999, 8.64e15, -8.64e15,
  ];
  const drawn = Array.from({ length: 5_000 }, () => integer(8e12) - 4e12);
  for (const ms of [...edges, ...drawn]) {
    const moment = new Date(ms);
    expect(toInstantText(moment)).toBe(moment.toISOString());
  }
});

it('refuses an invalid date', () => {
  expect(() => toInstantText(new Date(Number.NaN))).toThrow(RangeError);
});
