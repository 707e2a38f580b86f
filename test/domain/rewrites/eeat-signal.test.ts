import { expect, test } from '@jest/globals';
import { EEAT_SIGNALS, eeatSignalsOf } from '../../../src/domain/rewrites/eeat-signal.js';
import { toGrounds } from '../../../src/domain/text/invention.js';
import { watchProcessor } from '../../helpers/run/processor.js';

const signals = (text: string, copy = text) => eeatSignalsOf(text, toGrounds(copy));

test.each([
  ['Written by Jane Doe.', ['named_author']],
  ['By Jane Doe', ['named_author']],
  ['作者：王小明', ['named_author']],
  ['It was checked by a board-certified surgeon.', ['credentials']],
  ['She holds a PhD in optics.', ['credentials']],
  ['We tested the lamp at night.', ['first_hand_experience']],
  ['Our survey reached 400 readers.', ['original_data']],
  ['According to Lamp Weekly, it is bright.', ['cited_sources']],
  ['See https://lamps.example/study for more.', ['cited_sources']],
  ['Last updated: March 2025.', ['dated_content']],
  ['Published on 2024-05-01.', ['dated_content']],
  ['Write to hello@acme.example.', ['contact_information']],
  ['Call +44 20 7946 0018.', ['contact_information']],
  [
    'Compared with a candle it is brighter. Its advantage is light. Its weakness is heat.',
    ['balanced_comparison'],
  ],
  [
    'Compared with a candle it is cheaper, but it does not work outdoors.',
    ['balanced_comparison', 'limitations_stated'],
  ],
  ['It does not work outdoors.', ['limitations_stated']],
])('%s', (text, expected) => expect(signals(text)).toEqual(expected));

test.each([
  'Made by hand in Berlin.',
  'Run by volunteers since spring.',
  'Our data is safe.',
  'It was founded in 2016.',
  'Plans start at $19 a month for up to 1,000 contacts.',
  'It is better than a candle.',
  'We sell lamps.',
  '',
])('shows nothing: %s', (text) => expect(signals(text)).toEqual([]));

test('what the copy does not hold shows nothing', () => {
  const text = 'Our survey reached 400 readers.';
  expect(signals(text, 'Our survey reached many readers.')).toEqual([]);
});

test('the list is closed and answers keep its order', () => {
  expect(EEAT_SIGNALS).toHaveLength(9);
  expect(signals('It only works indoors. Written by Jane Doe.')).toEqual([
    'named_author',
    'limitations_stated',
  ]);
});

test('long text takes time in proportion', () => {
  for (const part of ['A.b-', '+1 ', 'compared with ', 'a@b.', 'By Jane ']) {
    const spentMs = watchProcessor();
    signals(part.repeat(4_000 / part.length));
    expect(spentMs()).toBeLessThan(1_000);
  }
});
