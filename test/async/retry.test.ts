import { expect, test } from '@jest/globals';
import { doubling, retry } from '../../src/async/retry.js';

const failing = (times: number) => {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new Error(`try ${tries}`);
    return tries;
  };
};

test('work is repeated while it is worth another try', async () => {
  const isWorthwhile = (_error: unknown, tries: number) => tries < 3;
  expect(await retry(failing(2), { isWorthwhile })).toBe(3);
  await expect(retry(failing(3), { isWorthwhile })).rejects.toThrow('try 3');
});

test('a signal ends the pause with the last failure', async () => {
  const stop = new AbortController();
  const work = retry(failing(1), {
    isWorthwhile: () => true,
    pauseMs: () => 60_000,
    signal: stop.signal,
  });
  stop.abort();
  await expect(work).rejects.toThrow('try 1');
});

test('pauses double up to their limit', () => {
  expect([1, 2, 3, 4, 9].map(doubling(100, 1_000))).toEqual([100, 200, 400, 800, 1_000]);
});
