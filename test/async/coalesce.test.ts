import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { coalesce } from '../../src/async/coalesce.js';

test('calls that come while it runs make it run once more, after them', async () => {
  const open = Promise.withResolvers<void>();
  let runs = 0;
  const run = coalesce(async () => {
    runs += 1;
    if (runs === 1) await open.promise;
  });
  const calls = [run(), run(), run()];
  expect(runs).toBe(1);
  open.resolve();
  await Promise.all(calls);
  expect(runs).toBe(2);
});

test('a call in any step after the work is not lost', async () => {
  for (let steps = 0; steps < 8; steps += 1) {
    let runs = 0;
    const run = coalesce(async () => {
      runs += 1;
    });
    const first = run();
    for (let left = steps; left > 0; left -= 1) await null;
    await run();
    await first;
    expect([steps, runs]).toEqual([steps, 2]);
  }
});

test('work that fails fails its callers, and the next call runs again', async () => {
  let runs = 0;
  const run = coalesce(async () => {
    runs += 1;
    await sleep(1);
    if (runs === 1) throw new Error('once');
  });
  await expect(run()).rejects.toThrow('once');
  await run();
  expect(runs).toBe(2);
});
