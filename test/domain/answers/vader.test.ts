import { expect, test } from '@jest/globals';
import { compoundScore } from '../../../src/domain/answers/vader.js';
import { readVectors } from '../../helpers/vectors.js';

test('scores are those of the reference, to four decimals', () => {
  const vectors = readVectors('domain/answers/vader-vectors.tsv');
  expect(vectors.length).toBeGreaterThan(300);
  const scored = vectors.map(([, text = '']) => ({ text, score: compoundScore(text) }));
  expect(scored).toEqual(vectors.map(([score, text = '']) => ({ text, score: Number(score) })));
});

test('a score needs time in proportion to the text', () => {
  const text = 'not very good, '.repeat(20_000);
  expect(compoundScore(text)).toBe(-1);
});
