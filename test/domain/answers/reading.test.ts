import { expect, test } from '@jest/globals';
import {
  measureLinks,
  measureMentions,
  measureRankings,
  measureTones,
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
  ['tones', () => measureTones(FOLDER, silent).groups, BOUNDS.tones],
  ['rankings', () => measureRankings(FOLDER, silent), BOUNDS.rankings],
  ['links', () => measureLinks(FOLDER, silent), BOUNDS.links],
] as const)('%s are read right as often as promised', (_kind, measure, least) => {
  const { cases, right } = totalOf(measure());
  expect(cases).toBeGreaterThan(90);
  expect(right / cases).toBeGreaterThanOrEqual(least);
});

test('other languages are left unread, and complaints are hardly ever praise', () => {
  const read: object[] = [];
  const { blame, praisedBlame } = measureTones(FOLDER, (_kind, what) => read.push(what));
  expect(praisedBlame / blame).toBeLessThan(0.15);
  expect(read.filter((one) => (one as { language: string }).language !== 'en')).toEqual([]);
});
