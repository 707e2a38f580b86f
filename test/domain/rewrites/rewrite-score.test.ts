import { describe, expect, test } from '@jest/globals';
import { toFactClaims } from '../../../src/domain/rewrites/fact-claim.js';
import { measureDraft, type ScoreParts, toScore } from '../../../src/domain/rewrites/score-aviv.js';
import type { Draft } from '../../../src/domain/text/draft.js';
import { inventionsIn, toGrounds } from '../../../src/domain/text/invention.js';

const EXAMPLE: ScoreParts = {
  ...{ quotations: 0.5, statistics: 0.8, fluency: 1, citations: 0.6, shortSentences: 0.9 },
  ...{ frontLoading: 0.62, answerFirst: true, faqOk: true, jsonldValid: true, stuffed: false },
};

describe('the formula', () => {
  test('the worked example is 78.8, stuffed 72.2', () => {
    expect(toScore(EXAMPLE)).toBeCloseTo(78.75, 1);
    expect(Math.round(toScore(EXAMPLE) * 10) / 10).toBe(78.8);
    expect(Math.round(toScore({ ...EXAMPLE, stuffed: true }) * 10) / 10).toBe(72.2);
  });

  test('everything is 100, nothing 0', () => {
    const all = Object.fromEntries(Object.keys(EXAMPLE).map((name) => [name, 1]));
    expect(toScore({ ...all, stuffed: false } as never)).toBeCloseTo(100, 1);
    const none = Object.fromEntries(Object.keys(EXAMPLE).map((name) => [name, 0]));
    expect(toScore(none as never)).toBe(0);
  });
});

const COPY = `Acme is a CRM for small agencies. It was founded in 2016 in Berlin. Three people use 40 rooms.
"We answered leads twice as fast," said Tom Becker. According to Forrester, teams close 27% more deals.
Plans start at $19. 见艾瑞咨询的报告：12万家企业。`;
const GROUNDS = toGrounds(COPY);
const EMPTY: Draft = { headline: 'Acme', answer: '', evidence: [], context: '', faq: [] };
const measure = (draft: Partial<Draft>, brand = 'Acme') =>
  measureDraft({ ...EMPTY, ...draft }, { brand, grounds: GROUNDS, jsonldValid: true }).parts;

describe('what is invented', () => {
  const rows: [sentence: string, numbers: number, quotations: number, sources: number][] = [
    ['Acme was founded in 2016.', 0, 0, 0],
    ['Teams close 27 percent more deals.', 0, 0, 0],
    ['It takes 19 dollars and 3 people, not two.', 1, 0, 0],
    ['Teams close 28% more deals.', 1, 0, 0],
    // The copy has 40 rooms, and no 40 per cent.
    ['Acme saves 40% of time.', 1, 0, 0],
    ['There are 40 of them.', 0, 0, 0],
    ['It costs $27.', 1, 0, 0],
    ['共有120,000家企业。', 0, 0, 0],
    ['Tom said "we answered leads twice as fast".', 0, 0, 0],
    ['Tom said "we doubled all our sales".', 0, 1, 0],
    ['According to Forrester, 90% of teams agree.', 0, 0, 0],
    // A source that the copy does not name is an invention itself, and vouches for nothing.
    ['According to Gartner, 90% of teams agree.', 1, 0, 1],
    ['See https://acme.com/invented for 5,000 more.', 1, 0, 1],
  ];
  test.each(rows)('%s', (sentence, numbers, quotations, sources) => {
    const found = inventionsIn(sentence, GROUNDS);
    expect([found.numbers.size, found.quotations.size, found.sources.size]).toEqual([
      numbers,
      quotations,
      sources,
    ]);
  });

  test('raises no part of the score', () => {
    const plain = measure({ answer: 'Acme is a CRM for small agencies.' });
    const invented = measure({
      answer:
        'Acme is a CRM for small agencies. Gartner found that 90% of 5,000 teams gained. “We doubled all our sales,” said Jane Roe.',
    });
    expect(plain).toMatchObject({ quotations: 0, statistics: 0, citations: 0 });
    expect(invented).toMatchObject({ quotations: 0, statistics: 0, citations: 0 });
    const true_ = measure({ answer: COPY });
    expect([true_.quotations, true_.statistics, true_.citations]).toEqual([1, 1, 1]);
  });
});

describe('the parts of a draft', () => {
  test('densities grow with what is found, up to 1', () => {
    const filler = 'Acme is the tool that they like to use. '.repeat(25);
    const answer = `${filler} Plans start at $19.`;
    // 25 sentences of 9 words, and 4 more.
    expect(measure({ answer }).statistics).toBeCloseTo(50 / 229, 10);
    expect(measure({ answer: `${answer} It was founded in 2016.` }).statistics).toBeCloseTo(
      100 / 234,
      10,
    );
  });

  test('the answer comes first, short, and names the brand at once', () => {
    const sixty = `Acme ${'word '.repeat(59).trim()}.`;
    expect(measure({ answer: sixty }).answerFirst).toBe(true);
    expect(measure({ answer: `And ${sixty}` }).answerFirst).toBe(false);
    expect(measure({ answer: 'It is a CRM. Acme is good.' }).answerFirst).toBe(false);
    expect(measure({ answer: `灵犀${'软'.repeat(118)}` }, '灵犀').answerFirst).toBe(true);
    expect(measure({ answer: `灵犀${'软'.repeat(119)}` }, '灵犀').answerFirst).toBe(false);
  });

  test('three different questions are enough, two or a repeated one are not', () => {
    const ask = (...names: string[]) =>
      measure({
        answer: 'Acme is a CRM.',
        faq: names.map((name) => ({ question: `What is ${name}?`, answer: `It is ${name}.` })),
      }).faqOk;
    expect([ask('a', 'b', 'c'), ask('a', 'b'), ask('a', 'b', 'B')]).toEqual([true, false, false]);
  });

  test('a brand is stuffed above 3 % of the words, and not by being named once', () => {
    const words = (count: number) => 'word '.repeat(count);
    const stuffed = (answer: string) => measure({ answer }).stuffed;
    expect(stuffed('Acme is a CRM.')).toBe(false);
    expect(stuffed(`Acme ${words(64)} Acme ${words(1)}`)).toBe(false);
    expect(stuffed(`Acme ${words(64)} Acme`)).toBe(true);
  });

  test('short sentences are a share', () => {
    const long = `The ${'word '.repeat(25).trim()}.`;
    expect(measure({ answer: `Acme is good. ${long}` }).shortSentences).toBe(0.5);
  });

  test('a text without words is 0', () => {
    for (const answer of ['', '😀😀😀'])
      expect(toScore(measure({ answer, faq: [{ question: 'a?', answer: 'b' }] }))).toBe(0);
  });
});

describe('claims', () => {
  const claims = (text: string) =>
    toFactClaims([text], 'Acme', GROUNDS).map(({ verifiable }) => verifiable);
  test.each([
    ['Acme was founded in 2016.', [true]],
    ['It is made in Berlin.', [true]],
    ['It is made in Munich.', [false]],
    ['Acme makes life nice.', [false]],
    ['Acme is the best CRM with 40 rooms.', [false]],
    ['According to Forrester, Acme is the best CRM.', [true]],
    ['According to Gartner, Acme is the best CRM.', [false]],
    ['Teams close 99% more deals.', [false]],
    ['12万家企业。', [true]],
    ['What is Acme?', []],
    ['Why do 99% of teams like it?', [false]],
    ['Acme was founded in 2016. It was founded in 2017.', [true, false]],
  ])('%s', (text, verifiable) => {
    expect(claims(text)).toEqual(verifiable);
  });

  test('each sentence is one claim, however often it is said', () => {
    expect(toFactClaims(['It is in Berlin.', 'It is in Berlin.'], 'Acme', GROUNDS)).toHaveLength(1);
  });
});
