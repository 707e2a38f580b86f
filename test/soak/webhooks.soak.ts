import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { verify as verifyDigest } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { newId } from '../../src/domain/accounts/id.js';
import { findEventKind } from '../../src/webhooks/event-kinds.js';
import { type Customer, signUp } from '../helpers/client/customer.js';
import {
  createReceiver,
  type Received,
  type Receiver,
  toPlain,
} from '../helpers/outside/receiver.js';
import { createProducts, type Product, until } from '../helpers/product.js';
import { embeddedUrl, query } from '../helpers/product-database.js';

const RECEIVERS = 8;
const KINDS = ['citation.discovered', 'aeo.batch.completed'];
/** What is told of such an event, as documented. */
const SAMPLES = KINDS.map((kind) => JSON.stringify(findEventKind(kind)?.sample));
const KILL_EVERY_MS = 2_000;
/** On a slow machine a worker would else be killed before it has worked at all. */
const LIVES_MS = 3_000;
const FACTS = 1_250;
const FACTS_AT_ONCE = 50;
const DELIVERIES = FACTS * RECEIVERS;
const WORKERS = 3;
/** How long a receiver takes. */
const LATENCY_MS = 40;
const SETTLED_MS = 300_000;

/** Late, and one event in ten is refused the first time. */
function behave(receiver: Receiver): void {
  const refused = new Set<string>();
  receiver.behave((res, { eventId }) => {
    const isRefused = eventId.endsWith('7') && !refused.has(eventId);
    refused.add(eventId);
    setTimeout(() => res.writeHead(isRefused ? 500 : 200).end(), LATENCY_MS);
  });
}

async function makeEndpoint(customer: Customer, url: string): Promise<string> {
  const { createWebhookEndpoint } = await customer.ask<{
    createWebhookEndpoint: { secret: string };
  }>(
    'mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { secret } }',
    { input: { url, events: KINDS } },
  );
  return createWebhookEndpoint.secret;
}

/** Facts as use cases write them, over as long as it takes. @returns the ids of their events */
async function writeFacts(url: string, accountId: string): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < FACTS) {
    const some = Array.from({ length: Math.min(FACTS_AT_ONCE, FACTS - ids.length) }, newId);
    await query(
      url,
      `insert into outbox (account_id, environment, id, event, brand_id, data, created_at)
       select $1, 'test', id, ($3::text[])[1 + n % 2], gen_random_uuid(), ($4::jsonb[])[1 + n % 2], now()
       from unnest($2::uuid[]) with ordinality as f (id, n)`,
      [accountId, some, KINDS, SAMPLES],
    );
    ids.push(...some);
    await sleep(20);
  }
  return ids;
}

/** By the libraries that receivers use. */
async function expectGenuine(one: Received, secret: string): Promise<void> {
  const headers = toPlain(one.headers);
  const signature = headers['x-service-signature'] ?? '';
  const { webhooks } = new Stripe('sk_test_of_nobody');
  // What was sent at the beginning is old by now.
  const tolerance = 1_000;
  if (one.event === 'aeo.batch.completed')
    webhooks.constructEvent(one.body, signature, secret, tolerance);
  else expect(await verifyDigest(secret, one.body, signature)).toBe(true);
  new Webhook(secret).verify(one.body, headers);
  expect(headers['webhook-id']).toBe(one.eventId);
}

async function expectWhole(
  receiver: Receiver,
  secret: string,
  ids: readonly string[],
): Promise<void> {
  const bodies = new Map<string, string>();
  for (const one of receiver.received) {
    await expectGenuine(one, secret);
    expect(bodies.get(one.eventId) ?? one.body).toBe(one.body);
    bodies.set(one.eventId, one.body);
  }
  expect([...bodies.keys()].sort()).toEqual([...ids].sort());
  // A lease that is taken over may have posts of its dead holder still open.
  expect(receiver.most()).toBeLessThanOrEqual(10);
}

test('workers are killed every 2 s: of 10,000 deliveries none is lost, changed or unsigned', async () => {
  const products = createProducts();
  const receivers = await Promise.all(Array.from({ length: RECEIVERS }, () => createReceiver()));
  for (const receiver of receivers) behave(receiver);
  const dataDir = await products.folder();
  const env = {
    DATA_DIR: dataDir,
    WEBHOOK_ALLOW_HOSTS: receivers.map(({ place }) => place).join(),
    WEBHOOK_RETRY_DELAYS: '500ms,1s,1s',
  };
  let kills = 0;
  let isDone = false;
  try {
    const web = await products.start({ env: { ...env, ROLE: 'web' } });
    const customer = await signUp(web.url);
    const secrets: string[] = [];
    for (const { url } of receivers) secrets.push(await makeEndpoint(customer, url));
    const databaseUrl = await embeddedUrl(dataDir);
    const startWorker = async () => {
      const product = await products.start({ env: { ...env, ROLE: 'worker' } });
      return { product, readyMs: performance.now() };
    };
    const running: Promise<{ product: Product; readyMs: number }>[] = Array.from(
      { length: WORKERS },
      startWorker,
    );
    await Promise.all(running);
    const killing = (async () => {
      while (!isDone) {
        await sleep(KILL_EVERY_MS);
        if (isDone) return;
        const oldest = await running.shift();
        if (oldest === undefined) return;
        await sleep(Math.max(0, oldest.readyMs + LIVES_MS - performance.now()));
        await oldest.product.kill('SIGKILL');
        kills += 1;
        running.push(startWorker());
      }
    })();
    const ids = await writeFacts(databaseUrl, customer.accountId);
    const count = `select count(*) filter (where status = 'delivered')::int as delivered, count(*)::int as all,
      (select count(*)::int from auth.outbox_pending) as pending from webhook_delivery`;
    const read = async () => (await query<Record<string, number>>(databaseUrl, count))[0];
    await until(
      async () => (await read())?.delivered === DELIVERIES,
      SETTLED_MS,
      'the last delivery',
      200,
    ).catch(async (error) => {
      throw new Error(`${kills} kills: ${JSON.stringify(await read())}`, { cause: error });
    });
    isDone = true;
    await killing;
    expect(await read()).toEqual({ delivered: DELIVERIES, all: DELIVERIES, pending: 0 });
    for (const [index, receiver] of receivers.entries())
      await expectWhole(receiver, secrets[index] ?? '', ids);
    await Promise.all(running);
    const posts = receivers.reduce((sum, { received }) => sum + received.length, 0);
    expect(kills).toBeGreaterThanOrEqual(3);
    console.info(`${kills} kills: ${DELIVERIES} deliveries in ${posts} posts`);
  } finally {
    isDone = true;
    await products.dispose();
    for (const receiver of receivers) await receiver.dispose();
  }
}, 600_000);
