import { expect, test } from '@jest/globals';
import { askAtRandom, findNeverDone, toReport } from '../openapi/ask-at-random.js';

const REQUESTS = 20_000;

test(`${REQUESTS} requests made from the description get no answer outside it`, async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Date.now() / 1_000));
  console.info(`seed ${seed}: SEED=${seed} makes the same requests again`);
  const outcome = await askAtRandom(REQUESTS, seed);
  const { faults, statuses } = outcome;
  console.info(toReport(outcome));
  expect(faults).toEqual([]);
  expect(findNeverDone(outcome)).toEqual([]);
  expect(statuses.get(503) ?? 0).toBeLessThan(REQUESTS / 10);
}, 1_200_000);
