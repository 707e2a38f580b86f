import { expect, test } from '@jest/globals';
import {
  measureLinks,
  measureMentions,
  measureRankings,
  type Tell,
} from '../../../bench/reading/measure.js';
import { BOUNDS, precision, recall, totalOf } from '../../../bench/reading/score.js';

const FOLDER = 'bench/reading';
const silent: Tell = () => {};

test.each([...measureMentions(FOLDER, silent)])(
  'mentions in %s: twenty cases, precision and recall above their bound',
  (_language, { ours }) => {
    expect(ours.cases).toBeGreaterThanOrEqual(20);
    expect(precision(ours)).toBeGreaterThanOrEqual(BOUNDS.mentionsOfLanguage);
    expect(recall(ours)).toBeGreaterThanOrEqual(BOUNDS.mentionsOfLanguage);
  },
);

test.each([
  ['rankings', () => measureRankings(FOLDER, silent), BOUNDS.rankings],
  ['links', () => measureLinks(FOLDER, silent), BOUNDS.links],
] as const)('%s are read right as often as promised', (_kind, measure, least) => {
  const { cases, right } = totalOf(measure());
  expect(cases).toBeGreaterThan(90);
  expect(right / cases).toBeGreaterThanOrEqual(least);
});
