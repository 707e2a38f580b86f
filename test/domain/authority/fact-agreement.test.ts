import { expect, test } from '@jest/globals';
import {
  type CountedFact,
  consistencyOf,
  factualAgreement,
} from '../../../src/domain/authority/fact-agreement.js';

const fact = (about: string, value: string, count = 1): CountedFact => ({ about, value, count });

test('the worked example of factual agreement: 9 of 12 statements about what the wiki settles', () => {
  const wiki = [
    fact('founded', '2016'),
    fact('employees', '120'),
    fact('price', '10'),
    fact('price', '12'),
  ];
  const answers = [
    fact('founded', '2016', 7),
    fact('founded', '2014', 2),
    fact('employees', '120', 2),
    fact('employees', '130'),
    // The wiki is not at one with itself about the price, and says nothing of offices.
    fact('price', '10', 5),
    fact('offices', '3', 4),
  ];
  expect(factualAgreement(answers, wiki)).toEqual({ agreeing: 9, of: 12 });
});

test('nothing to compare is nothing, and no disagreement', () => {
  const some = [fact('founded', '2016')];
  expect(factualAgreement(some, [])).toEqual({ agreeing: 0, of: 0 });
  expect(factualAgreement([], some)).toEqual({ agreeing: 0, of: 0 });
  // One page alone agrees with nobody; what only answers speak of is no fact of the brand's pages.
  expect(consistencyOf(some, [])).toEqual({ agreeing: 0, of: 0 });
  expect(consistencyOf([], some)).toEqual({ agreeing: 0, of: 0 });
});

test('the worked example of consistency: three pages and six answers, one contradiction among pages, two among answers', () => {
  const pages = [
    fact('address', '1 harbour lane', 2),
    fact('address', '7 quay street'),
    fact('price', '10'),
  ];
  const answers = [
    fact('address', '1 harbour lane', 3),
    fact('address', '7 quay street', 1),
    fact('price', '12'),
    fact('price', '10'),
    fact('employees', '5', 9),
  ];
  // Compared: 2 pages and 4 answers with the usual address, 2 answers with the price.
  expect(consistencyOf(pages, answers)).toEqual({ agreeing: 1 + 3 + 1, of: 8 });
});

test('of two pages that disagree the answers choose, and otherwise the order of the values', () => {
  const pages = [fact('price', '12'), fact('price', '10')];
  expect(consistencyOf(pages, [fact('price', '12', 3)])).toEqual({ agreeing: 3, of: 4 });
  expect(consistencyOf(pages, [])).toEqual({ agreeing: 0, of: 1 });
  expect(consistencyOf([fact('price', '10', 2)], [])).toEqual({ agreeing: 1, of: 1 });
});
