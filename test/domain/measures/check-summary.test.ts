import { expect, test } from '@jest/globals';
import { type CheckedAnswer, toCheckSummary } from '../../../src/domain/measures/check-summary.js';

const answer = (platform: string, sentiment?: CheckedAnswer['sentiment']): CheckedAnswer => ({
  platform,
  mentioned: sentiment !== undefined,
  sentiment: sentiment ?? null,
});

test('counts answers, those that name the brand and those that speak well of it', () => {
  const answers = [
    answer('grok', 'positive'),
    answer('chatgpt', 'positive'),
    answer('chatgpt', 'negative'),
    answer('chatgpt'),
    answer('grok', null),
  ];
  const failures = [
    { platform: 'chatgpt', count: 1 },
    { platform: 'gemini', count: 3 },
    { platform: 'gemini', count: 1 },
  ];
  expect(toCheckSummary(['chatgpt', 'gemini', 'grok'], answers, failures)).toEqual([
    { platform: 'chatgpt', total: 3, mentions: 2, positive: 1, failed: 1 },
    { platform: 'gemini', total: 0, mentions: 0, positive: 0, failed: 4 },
    { platform: 'grok', total: 2, mentions: 2, positive: 1, failed: 0 },
  ]);
});

test('a kind word in an answer that does not name the brand is not about it', () => {
  const stray: CheckedAnswer = { platform: 'grok', mentioned: false, sentiment: 'positive' };
  expect(toCheckSummary(['grok'], [stray], [])).toEqual([
    { platform: 'grok', total: 1, mentions: 0, positive: 0, failed: 0 },
  ]);
});
