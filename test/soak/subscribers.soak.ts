import { afterAll, expect, test } from '@jest/globals';
import { startProbe } from '../helpers/client/customer.js';
import { connect, followRun } from '../helpers/client/follower.js';
import { prepare, signUpLarge } from './fixture.js';

/** As many as a socket and a key carry. */
const PER_SOCKET = 50;
const SOCKETS_PER_KEY = 5;
const KEYS = 2;
const ANSWERS = 72;

const soak = await prepare();
afterAll(soak.dispose);

test('500 subscribers of one run each see all of it', async () => {
  const { products, env } = soak;
  const product = await products.start({ env: { ...env, SANDBOX_LATENCY_MS: '1000' } });
  const { customer, brandId } = await signUpLarge(soak, product.url, 'TEST');
  const keys = [customer.key];
  while (keys.length < KEYS) keys.push(await customer.makeKey());
  const run = await startProbe(customer, { brandId });
  const sockets = keys.flatMap((key) =>
    Array.from({ length: SOCKETS_PER_KEY }, () => connect(product.url, key)),
  );
  const followers = sockets.flatMap((socket) =>
    Array.from({ length: PER_SOCKET }, () => followRun(socket, run.id)),
  );
  expect(followers).toHaveLength(500);
  await Promise.all(followers.map(({ done }) => done));
  for (const { steps } of followers) {
    const seen = steps.filter(({ answer }) => answer !== null).length;
    expect(seen + (steps[0]?.probeRun.answered ?? 0)).toBe(ANSWERS);
    expect(steps.at(-1)?.probeRun).toMatchObject({ status: 'COMPLETED', answered: ANSWERS });
  }
  const told = followers.reduce((sum, { steps }) => sum + steps.length, 0);
  console.info(`500 subscribers were told ${told} steps`);
  await Promise.all(sockets.map((socket) => socket.dispose()));
  expect(await product.kill('SIGTERM')).toEqual({ code: 0, signal: null });
}, 120_000);
