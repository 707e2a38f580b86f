import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { signUp } from '../helpers/client/customer.js';
import { createProducts, until } from '../helpers/product.js';
import { embeddedUrl, query } from '../helpers/product-database.js';

const PROCESSES = 4;
const FOR_MS = 150_000;
const WINDOW_MS = 60_000;
const LIMIT = 120;

const products = createProducts();
afterAll(products.dispose);

interface Asked {
  sentMs: number;
  answeredMs: number;
}

/** Admissions that surely lie in one window: sent after its begin, answered before its end. */
const mostSurely = (log: readonly Asked[]): number =>
  Math.max(
    ...log.map(
      ({ sentMs: begin }) =>
        log.filter((one) => one.sentMs >= begin && one.answeredMs < begin + WINDOW_MS).length,
    ),
  );

test(`${PROCESSES} processes, one key: no minute ever holds more requests than its limit`, async () => {
  const DATA_DIR = await products.folder();
  const urls: string[] = [];
  while (urls.length < PROCESSES)
    urls.push((await products.start({ env: { DATA_DIR, ROLE: 'web' } })).url);
  const customer = await signUp(urls[0] ?? '');
  await query(
    await embeddedUrl(DATA_DIR),
    `update account_setting set tier = 'enterprise', limits = limits || $2 where account_id = $1`,
    [customer.accountId, { requestsPerMinute: LIMIT }],
  );
  const admitted: Asked[] = [];
  let refused = 0;
  let lost = 0;
  const ask = async (url: string): Promise<Response> => {
    const sentMs = performance.now();
    const answer = await fetch(`${url}/api/v1/brands`, {
      headers: { authorization: `Bearer ${customer.key}` },
      signal: AbortSignal.timeout(30_000),
    });
    await answer.arrayBuffer();
    if (answer.status === 200) admitted.push({ sentMs, answeredMs: performance.now() });
    else if (answer.status === 429) refused += 1;
    // What a machine that is too busy for the moment answers; its place may be taken all the same.
    else if (answer.status === 503) lost += 1;
    else throw new Error(`${url} answered ${answer.status}`);
    return answer;
  };
  for (const url of urls) {
    const knows = async () => (await ask(url)).headers.get('x-ratelimit-limit') === String(LIMIT);
    await until(knows, 20_000, 'the limit', 500);
  }
  const untilMs = performance.now() + FOR_MS;
  // Bursts that empty the window, and pauses in which places that are in hand grow old.
  const caller = async (url: string, at: number) => {
    for (let round = at; performance.now() < untilMs; round += 1) {
      await Promise.all(Array.from({ length: (round * 7) % 20 }, () => ask(url)));
      await sleep([20, 300, 1_500, 4_000][round % 4]);
    }
  };
  await Promise.all(urls.map(caller));
  const most = mostSurely(admitted);
  console.info(
    `${admitted.length} admitted, ${refused} refused, ${lost} lost, at most ${most} in a minute`,
  );
  expect(most).toBeLessThanOrEqual(LIMIT);
  // Nor does it keep much back.
  expect(most).toBeGreaterThan(LIMIT * 0.85 - lost);
  expect(lost).toBeLessThan(LIMIT / 10);
  expect(refused).toBeGreaterThan(LIMIT);
}, 300_000);
