import { expect, test } from '@jest/globals';
import { PLATFORMS } from '../../src/engines/platforms.js';
import {
  arePricesOld,
  dearestUsd,
  isPriced,
  listPriceUsd,
  mostUsd,
  PRICES_AS_OF,
} from '../../src/engines/prices.js';

const usage = (inputTokens?: number, outputTokens?: number, cacheReadTokens?: number) => ({
  inputTokens,
  outputTokens,
  inputTokenDetails: {
    noCacheTokens: undefined,
    cacheReadTokens,
    cacheWriteTokens: undefined,
  },
});

test('the table is dated, and old after 90 days', () => {
  const madeMs = Date.parse(PRICES_AS_OF);
  expect(madeMs).toBeLessThan(Date.now() + 86_400_000);
  expect([90, 91].map((days) => arePricesOld(new Date(madeMs + days * 86_400_000)))).toEqual([
    false,
    true,
  ]);
});

test('a model that is newer than the table has no price, and is known by it', () => {
  expect(isPriced('gpt-6.2-sol-2026-11-17')).toBe(true);
  expect(isPriced('gpt-7-sol')).toBe(false);
});

test.each([
  ['tokens', 'gpt-6-sol', usage(1_000_000 / 10, 1_000_000 / 10), 0, 1.2],
  ['cached input', 'gpt-6-sol', usage(100_000, 0, 50_000), 0, 0.11],
  ['searches', 'claude-sonnet-5-5', usage(0, 0), 3, 0.03],
  ['a dated snapshot', 'gpt-6-sol-2026-09-22', usage(0, 100_000), 0, 1],
  ['a snapshot dated otherwise', 'claude-sonnet-5-5-20260929', usage(0, 100_000), 0, 1],
])('counts %s', (_, model, used, searches, expected) => {
  expect(listPriceUsd(model, used, searches)).toBeCloseTo(expected, 10);
});

test.each([
  ['an unknown model', 'llama3.2', usage(1, 1)],
  ['a name every object has', 'constructor', usage(1, 1)],
  ['tokens that were not counted', 'gpt-6-sol', usage(undefined, 5)],
  ['a prompt that is priced by length', 'gpt-6-sol', usage(200_001, 5)],
])('says nothing about %s', (_, model, used) => {
  expect(listPriceUsd(model, used, 1)).toBeNull();
});

test('the models that are asked by default have a price', () => {
  const unpriced = PLATFORMS.filter(
    ({ native }) => native !== null && listPriceUsd(native.model, usage(1, 1), 0) === null,
  );
  expect(unpriced.map(({ id }) => id)).toEqual([]);
});

test('what nobody knows the price of counts at the dearest of the table', () => {
  expect(dearestUsd(usage(100_000, 100_000), 1)).toBeCloseTo(1 + 5 + 0.014, 10);
  expect(dearestUsd(usage(undefined, 5), 0)).toBeNull();
});

test.each([
  ['a known model', 'gpt-6-sol', false, 0.002 + 0.1],
  ['one that searches', 'gpt-6-sol', true, 0.042 + 0.1 + 0.05],
  ['an unknown model', 'llama3.2', false, 0.01 + 0.5],
  ['a server whose prices nobody knows', null, false, 0.01 + 0.5],
])('a call of %s costs its whole output at most', (_, model, searches, expected) => {
  const call = { bytes: 1_000, outputTokens: 10_000, searches };
  expect(mostUsd(model, call)).toBeCloseTo(expected, 10);
});
