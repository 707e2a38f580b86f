import { describe, expect, test } from '@jest/globals';
import {
  countText,
  fleschKincaidGrade,
  fleschReadingEase,
  fluencyOf,
  lix,
  type Readability,
  readabilityOf,
} from '../../../src/domain/text/readability.js';
import { countSyllables } from '../../../src/domain/text/syllable.js';

describe('formulas, by counts', () => {
  const counts = { words: 5, sentences: 1, syllables: 7, longWords: 1 };

  test('five words and seven syllables in a sentence: ease 83.32, grade 2.88, LIX 25', () => {
    expect(fleschReadingEase(counts)).toBeCloseTo(83.32, 2);
    expect(fleschKincaidGrade(counts)).toBeCloseTo(2.88, 2);
    expect(lix(counts)).toBe(25);
  });

  test('the counts of that sentence', () => {
    expect(countText('Cool dogs wear da sunglasses.')).toEqual(counts);
  });
});

/** As a dictionary parts them. */
const SYLLABLES: Record<string, number> = {
  ...{
    cool: 1,
    queue: 1,
    walked: 1,
    used: 1,
    houses: 2,
    simple: 2,
    wanted: 2,
    rhythm: 2,
    quiet: 2,
  },
  ...{ business: 2, people: 2, software: 2, readable: 3, average: 3, museum: 3, radio: 3, area: 3 },
  ...{
    created: 3,
    previous: 3,
    sunglasses: 3,
    education: 4,
    reliable: 4,
    society: 4,
    visibility: 5,
  },
  ...{ automatically: 6, prices: 2 },
};

test('syllables of 26 words: at most one is counted wrong, and by one', () => {
  const errors = Object.entries(SYLLABLES).map(([word, count]) =>
    Math.abs(countSyllables(word) - count),
  );
  expect(errors).toHaveLength(26);
  expect(errors.reduce((sum, error) => sum + error)).toBeLessThanOrEqual(1);
});

test('what is no word of letters has one syllable', () => {
  expect(['', '42', '…', 'x'].map(countSyllables)).toEqual([1, 1, 1, 1]);
});

describe('each writing has its own measure', () => {
  test('English', () => {
    const text = 'Acme is a tool for the small shop. It is made to be read by all of them.';
    expect(readabilityOf(text)).toMatchObject({
      writing: 'english',
      fleschReadingEase: expect.any(Number),
      fleschKincaidGrade: expect.any(Number),
      charactersPerSentence: null,
    });
  });

  test('other languages have LIX alone', () => {
    const text = 'Acme ist eine Software für kleine Büros. Sie hält alle Gespräche zusammen.';
    expect(readabilityOf(text)).toEqual({
      writing: 'other',
      fleschReadingEase: null,
      fleschKincaidGrade: null,
      lix: 6 + (100 * 3) / 12,
      charactersPerSentence: null,
    });
  });

  test('CJK has the mean of characters a sentence', () => {
    expect(readabilityOf('它是软件。它很快，也很便宜。')).toMatchObject({
      writing: 'cjk',
      fleschReadingEase: null,
      lix: null,
      charactersPerSentence: 7,
    });
  });

  test('nothing has none', () => {
    expect(fluencyOf(readabilityOf(''))).toBe(0);
  });
});

describe('fluency', () => {
  const none: Readability = {
    ...{ writing: 'english', fleschReadingEase: null, fleschKincaidGrade: null },
    ...{ lix: null, charactersPerSentence: null },
  };
  test.each([
    [0, 0],
    [20, 0],
    [35, 0.5],
    [50, 1],
    [70, 1],
    [85, 0.5],
    [100, 0],
    [119, 0],
  ])('a reading ease of %d is %d', (ease, fluency) => {
    expect(fluencyOf({ ...none, fleschReadingEase: ease })).toBeCloseTo(fluency, 10);
  });

  test.each([
    [8, 1],
    [30, 1],
    [55, 0.5],
    [80, 0],
    [200, 0],
  ])('%d CJK characters a sentence are %d', (charactersPerSentence, fluency) => {
    expect(fluencyOf({ ...none, charactersPerSentence })).toBeCloseTo(fluency, 10);
  });

  test.each([
    [30, 1],
    [45, 1],
    [55, 0.5],
    [65, 0],
  ])('LIX %d is %d', (value, fluency) => {
    expect(fluencyOf({ ...none, lix: value })).toBeCloseTo(fluency, 10);
  });
});
