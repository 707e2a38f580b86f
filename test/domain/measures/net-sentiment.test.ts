import { expect, test } from '@jest/globals';
import { netSentiment } from '../../../src/domain/measures/net-sentiment.js';

test('18 positive, 14 neutral and 5 negative mentions are +0.3514 [0.1239, 0.5788]', () => {
  expect(netSentiment({ positive: 18, neutral: 14, negative: 5 })).toEqual({
    positive: 18,
    neutral: 14,
    negative: 5,
    value: 0.3514,
    low: 0.1239,
    high: 0.5788,
  });
});

test('there is no interval below thirty mentions, and no value below one', () => {
  const thin = netSentiment({ positive: 20, neutral: 0, negative: 9 });
  expect(thin).toMatchObject({ value: 0.3793, low: null, high: null });
  expect(netSentiment({ positive: 20, neutral: 0, negative: 10 }).low).not.toBeNull();
  expect(netSentiment({ positive: 0, neutral: 0, negative: 0 }).value).toBeNull();
});

test('it never leaves -1 to 1', () => {
  expect(netSentiment({ positive: 0, neutral: 0, negative: 30 })).toMatchObject({
    value: -1,
    low: -1,
    high: -1,
  });
  expect(netSentiment({ positive: 39, neutral: 0, negative: 1 }).high).toBeLessThanOrEqual(1);
});
