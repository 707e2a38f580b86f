import { describe, expect, test } from '@jest/globals';
import { createStatedReader, toAddress } from '../../../src/domain/facts/stated-fact.js';
import {
  createJudge,
  factsFor,
  settledOf,
  type WikiFact,
} from '../../../src/domain/facts/wiki-fact.js';
import { lintPage } from '../../../src/domain/lint/wiki-page.js';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { toFactClaims } from '../../../src/domain/rewrites/fact-claim.js';
import { toGrounds } from '../../../src/domain/text/invention.js';

const brand = toEntity(BRAND, 'Acme', [{ text: 'Acme Inc' }]);
const rival = toEntity('rival', 'Globex');
const read = (body: string): WikiFact[] => lintPage({ title: 'Facts', body }, brand).facts;
const WIKI = `# About Acme

Acme was founded in 2016. It has 120 employees.

- Price: $10 a month
- Address: 1 Harbour Lane, Dublin 2

Acme does not sell data. Its support team answers 95% of all questions within 2 hours.

阿克米的总部在柏林。 Is it good?`;
const judge = createJudge(brand, read(WIKI));

describe('what a page says', () => {
  test('sentences that state something, those that compare with subject and value', () => {
    expect(read(WIKI)).toEqual([
      { text: 'Acme was founded in 2016.', about: 'founded', value: '2016' },
      { text: 'It has 120 employees.', about: 'employees', value: '120' },
      { text: 'Price: $10 a month', about: expect.stringContaining('price # '), value: '10' },
      {
        text: 'Address: 1 Harbour Lane, Dublin 2',
        about: 'address',
        value: '1 harbour lane',
      },
      { text: 'Acme does not sell data.', about: null, value: null },
      expect.objectContaining({ about: null }),
      { text: '阿克米的总部在柏林。', about: null, value: null },
    ]);
  });

  test('a page says at most 300 things', () => {
    const long = Array.from({ length: 500 }, (_, at) => `Acme has part number ${at}x here.`);
    expect(read(long.join('\n\n'))).toHaveLength(300);
  });
});

describe('what it makes of a claim', () => {
  test.each([
    ['Acme Inc was established in 2016.', 'supported'],
    ['The company was founded in 2014.', 'contradicted'],
    ['Acme employs 120 people.', 'supported'],
    ['Acme has 130 employees.', 'contradicted'],
    ['Acme is located at 1 Harbour Ln, Dublin.', 'supported'],
    ['Our address is 7 Quay Street, Dublin.', 'contradicted'],
    ['The support team answers 95% of questions within 2 hours.', 'supported'],
    ['The support team answers 99% of questions within 2 hours.', null],
    ['Acme does not sell data!', 'supported'],
    ['Acme does sell data.', null],
    ['Acme sells data.', null],
    ['Globex was founded in 1999.', null],
    ['Was Acme founded in 2014?', null],
    ['阿克米的总部在柏林', 'supported'],
    ['Acme makes boots.', null],
  ])('%s → %s', (claim, agreement) => {
    expect(judge(claim)?.agreement ?? null).toBe(agreement);
  });

  test('it says so in its own words', () => {
    expect(judge('Acme was founded in 2014.')?.fact).toBe('Acme was founded in 2016.');
  });

  test('a wiki that disagrees with itself settles nothing', () => {
    const torn = createJudge(brand, read('Acme was founded in 2016. It was established in 2017.'));
    expect(torn('Acme was founded in 2015.')).toBeNull();
    expect(
      settledOf([
        { about: 'a', value: '1' },
        { about: 'a', value: '2' },
        { about: 'b', value: '1' },
      ]),
    ).toEqual(new Map([['b', { about: 'b', value: '1' }]]));
  });

  test('a claim is as verifiable as the wiki says, whatever the copy does', () => {
    const copy = toGrounds('Acme was founded in 2014. Acme has 120 employees. It has 4 rooms.');
    const claims = toFactClaims(
      [
        'Acme was founded in 2014. Its support team answers 95% of questions. It has 4 rooms. It has 9 doors.',
      ],
      'Acme',
      copy,
      judge,
    );
    expect(claims.map(({ verifiable, agreement }) => [verifiable, agreement])).toEqual([
      [false, 'contradicted'],
      [true, 'supported'],
      [true, null],
      [false, null],
    ]);
  });
});

describe('what an engine is given', () => {
  test('the facts nearest to the copy, in the wiki’s order, and no torn ones', () => {
    const facts = read(
      'Acme was founded in 2016. It was founded in 2017.\n\nAcme sells leather boots. Acme repairs old boots. Acme likes tea.',
    );
    expect(factsFor(facts, ['We repair boots'])).toEqual([
      'Acme sells leather boots.',
      'Acme repairs old boots.',
      'Acme likes tea.',
    ]);
  });

  test('forty facts and 4,000 characters at most', () => {
    const many = (length: number) =>
      Array.from({ length: 200 }, (_, at) => ({
        text: `${at} ${'x'.repeat(length)}`,
        about: null,
        value: null,
      }));
    expect(factsFor(many(10), ['x'])).toHaveLength(40);
    const long = factsFor(many(350), ['x']);
    expect(long.join('').length).toBeLessThanOrEqual(4_000);
    expect(long.length).toBeGreaterThan(5);
  });
});

describe('what an answer states of the brand', () => {
  const state = createStatedReader(brand, [rival]);
  test.each([
    ['Acme was founded in 2016 [1][2]. It has 5 cats.', [{ about: 'founded', value: '2016' }]],
    ['**Acme** has 120 employees.', [{ about: 'employees', value: '120' }]],
    ['Acme has 120 employees, and so has Globex.', []],
    ['Globex was founded in 1999. It is bigger.', []],
    ['It was founded in 1999.', []],
    ['Acme is nice.', []],
    ['Acme is based at 1 Harbour Lane in Dublin.', [{ about: 'address', value: '1 harbour lane' }]],
  ])('%s', (text, stated) => expect(state(text)).toEqual(stated));

  test('at most twenty facts', () => {
    const lines = Array.from({ length: 50 }, (_, at) => `Acme tool${'x'.repeat(at)} costs $5.`);
    expect(state(lines.join('\n\n'))).toHaveLength(20);
  });

  test('a street however it is shortened; none without a number', () => {
    expect(toAddress('1 Main St., Springfield')).toBe(toAddress('1 Main Street'));
    expect(toAddress('the old town')).toBeNull();
  });
});
