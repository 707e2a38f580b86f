import { expect, test } from '@jest/globals';
import { askAtRandom, findNeverDone } from './ask-at-random.js';

const REQUESTS = 2_000;
const SEED = 20_261;

test(`${REQUESTS} requests made from the description get no answer outside it`, async () => {
  const outcome = await askAtRandom(REQUESTS, SEED);
  const { faults, statuses } = outcome;
  expect(faults).toEqual([]);
  expect(statuses.get(503) ?? 0).toBeLessThan(REQUESTS / 10);
  // The requests are worth something: each operation was done, and refused in most ways there are.
  expect(findNeverDone(outcome)).toEqual([]);
  expect([...statuses.keys()]).toEqual(
    expect.arrayContaining([200, 201, 202, 400, 401, 403, 404, 405, 413, 415]),
  );
}, 300_000);
