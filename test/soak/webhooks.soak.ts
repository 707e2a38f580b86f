import { expect, test } from '@jest/globals';
import { deliverUnderKills } from './webhook-ground.js';

test('workers are killed every 2 s: of 10,000 deliveries none is lost, changed or unsigned', async () => {
  const { deliveries, kills, posts } = await deliverUnderKills({
    facts: 1_250,
    workers: 3,
    latencyMs: 40,
  });
  expect(deliveries).toBe(10_000);
  expect(kills).toBeGreaterThanOrEqual(3);
  console.info(`${kills} kills: ${deliveries} deliveries in ${posts} posts`);
}, 400_000);
