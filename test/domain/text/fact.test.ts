import { describe, expect, test } from '@jest/globals';
import { frontLoadingIndex } from '../../../src/domain/rewrites/score-aviv.js';
import { factsIn } from '../../../src/domain/text/fact.js';
import { numbersIn } from '../../../src/domain/text/number.js';
import { quotationsIn, sourcesIn } from '../../../src/domain/text/source-mention.js';

describe('numbers', () => {
  const read: [text: string, numbers: [value: number, kind: string, isQuantity: boolean][]][] = [
    ['27% more', [[27, 'percent', true]]],
    ['3.5 per cent', [[3.5, 'percent', true]]],
    ['$19 a month', [[19, 'currency', true]]],
    ['€1,200.50', [[1200.5, 'currency', true]]],
    ['ab 1.290 Euro', [[1290, 'currency', true]]],
    ['1.290.000,50 €', [[1_290_000.5, 'currency', true]]],
    [
      '0.125% or 0,5 %',
      [
        [0.125, 'percent', true],
        [0.5, 'percent', true],
      ],
    ],
    ['$2.5 million', [[2_500_000, 'currency', true]]],
    [
      '12,400 agencies in 31 countries',
      [
        [12_400, 'plain', true],
        [31, 'plain', true],
      ],
    ],
    ['40k users', [[40_000, 'plain', true]]],
    ['since 2016', [[2016, 'plain', true]]],
    [
      '2019-2024',
      [
        [2019, 'plain', true],
        [2024, 'plain', true],
      ],
    ],
    [
      'rated 4.8 and 5',
      [
        [4.8, 'plain', false],
        [5, 'plain', false],
      ],
    ],
    ['a 30-day trial', [[30, 'plain', true]]],
    ['12万家企业', [[120_000, 'plain', true]]],
    ['每月99元', [[99, 'currency', true]]],
    ['提高了２７％', [[27, 'percent', true]]],
    ['2020년에', [[2020, 'plain', true]]],
    ['B2B, v2, GPT-4, 24/7 and https://acme.com/2024/5', []],
  ];
  test.each(read)('%s', (text, numbers) => {
    expect(numbersIn(text).map(({ value, kind, isQuantity }) => [value, kind, isQuantity])).toEqual(
      numbers,
    );
  });
});

describe('quotations', () => {
  test.each([
    ['"It saves us hours," said Tom.', 1, true],
    ['“It saves us hours” — Jane Doe', 1, true],
    ['„Die Tische halten ein Leben lang“, sagt Karl Beck.', 1, true],
    ['“我们的回复速度提高了一倍，”王明说。', 1, true],
    ['「とても使いやすい道具です」と田中氏は述べた。', 1, true],
    ['Our motto is "never lose a client".', 1, false],
    ['The "smart" way', 0, false],
    ['A 5" pipe', 0, false],
  ])('%s', (sentence, count, isAttributed) => {
    const found = quotationsIn(sentence);
    expect(found).toHaveLength(count);
    expect(found.some((quotation) => quotation.isAttributed)).toBe(isAttributed);
  });
});

describe('sources', () => {
  const read: [sentence: string, names: string[]][] = [
    ['According to Forrester, it works.', ['Forrester']],
    ['according to a survey by Forrester Research', ['Forrester Research']],
    ['A study by the University of Bonn shows it.', ['University of Bonn']],
    ['It was certified by TÜV Süd.', ['TÜV Süd']],
    ['It works (Gartner, 2023).', ['Gartner']],
    ['Forbes found that it works.', ['Forbes']],
    ['Laut einer Studie von Forsa sparen sie Zeit.', ['Forsa']],
    ['Selon une étude de la Sorbonne, il dure.', ['Sorbonne']],
    ['Laut Stiftung Warentest ist es gut.', ['Stiftung Warentest']],
    ['See https://acme.com/a, or not.', ['https://acme.com/a']],
    ['根据艾瑞咨询的报告，成交率提高了。', ['艾瑞咨询']],
    ['総務省の調査によると、増えた。', ['総務省']],
    ['according to many people', []],
    ['It works.', []],
  ];
  test.each(read)('%s', (sentence, names) => {
    expect(sourcesIn(sentence).map(({ name }) => name)).toEqual(names);
  });
});

test('the tokens of a text, each with its place', () => {
  const text = 'Acme was founded in 2016 in Berlin. The tool helps IBM. It is good.';
  const tokens = factsIn(text, 'Acme').map(({ kind, start, end }) => [
    kind,
    text.slice(start, end),
  ]);
  expect(tokens).toEqual([
    ['entity', 'Acme'],
    ['quantity', '2016'],
    ['entity', 'Berlin'],
    ['entity', 'IBM'],
  ]);
});

describe('front-loading index', () => {
  const at = (...places: number[]) => places.map((start) => ({ kind: 'quantity' as const, start }));

  test('facts at 10, 25, 40, 80, 120 and 200 of 300: 0.7361', () => {
    expect(frontLoadingIndex(at(10, 25, 40, 80, 120, 200), 300)).toBeCloseTo(0.7361, 4);
  });

  test('evenly spread about a half, none 0, all in front 1', () => {
    const even = at(...Array.from({ length: 100 }, (_, place) => place * 10));
    expect(frontLoadingIndex(even, 1_000)).toBeCloseTo(0.505, 10);
    expect(frontLoadingIndex([], 300)).toBe(0);
    expect(frontLoadingIndex(at(0), 300)).toBe(1);
  });

  test('a mere name weighs half of a figure', () => {
    const facts = [{ kind: 'entity' as const, start: 0 }, ...at(60)];
    expect(frontLoadingIndex(facts, 100)).toBeCloseTo((0.5 * 1 + 1 * 0.4) / 1.5, 10);
  });
});
