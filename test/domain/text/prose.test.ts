import { describe, expect, test } from '@jest/globals';
import {
  countCharacters,
  splitSentences,
  wordsOf,
  writingOf,
} from '../../../src/domain/text/prose.js';

describe('sentences', () => {
  const whole: [text: string, sentences: string[]][] = [
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['Dr. Smith of Acme Inc. left. He won.', ['Dr. Smith of Acme Inc. left.', 'He won.']],
    ['Sold in the U.S. today. It costs $3.50.', ['Sold in the U.S. today.', 'It costs $3.50.']],
    ['She said "it works. Really." He left.', ['She said "it works. Really."', 'He left.']],
    ['“It works.” — Jane Doe, Globex', ['“It works.” — Jane Doe, Globex']],
    ['"It works." said Jane. Then she left.', ['"It works." said Jane.', 'Then she left.']],
    ['See https://acme.com/a.b?c=1. Then go.', ['See https://acme.com/a.b?c=1.', 'Then go.']],
    ['A heading\nIts text.', ['A heading', 'Its text.']],
    ['它是软件。2023年有120万人！', ['它是软件。', '2023年有120万人！']],
    ['提高了27%。“很快，”王明说。', ['提高了27%。', '“很快，”王明说。']],
    [
      '東京の会社です。「とても良い。好き」と田中氏は述べた。',
      ['東京の会社です。', '「とても良い。好き」と田中氏は述べた。'],
    ],
    [
      'Acme는 한국의 회사입니다. 2020년에 설립되었다.',
      ['Acme는 한국의 회사입니다.', '2020년에 설립되었다.'],
    ],
    ['', []],
    ['  \n ', []],
  ];
  test.each(whole)('%j', (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences);
  });

  test('a quotation that is never closed holds nothing together', () => {
    expect(splitSentences('A 5" pipe. It bends.')).toEqual(['A 5" pipe.', 'It bends.']);
  });
});

test('words are counted without punctuation, an address as one', () => {
  expect(wordsOf("Don't pay 40,000 — see https://acme.com/a?b=c.")).toHaveLength(5);
  expect(countCharacters('它 是\n软件。')).toBe(5);
});

describe('writing', () => {
  test.each([
    ['Acme is a CRM for small teams that keeps every talk in one place.', 'english'],
    ['Acme sells boots', 'english'],
    ['Acme ist eine Software für kleine Büros, die alle Gespräche an einem Ort hält.', 'other'],
    [
      'Acme est un logiciel pour les petites agences qui garde tous les échanges ensemble.',
      'other',
    ],
    ['Акме продаёт сапоги', 'other'],
    ['灵犀是一款客户管理软件', 'cjk'],
    ['Salesforceは東京でも使われている営業支援ツールです', 'cjk'],
    ['아크메는 서울의 회사입니다', 'cjk'],
    ['', 'english'],
  ])('%s: %s', (text, writing) => {
    expect(writingOf(text)).toBe(writing);
  });
});
