import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Tenant } from '../../src/deps.js';
import { deleteBrand } from '../../src/services/brands/brand.js';
import { removeBrand } from '../../src/services/brands/remove-brand.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { bearer, post } from '../helpers/client/client.js';
import { answer, createReceiver, type Receiver } from '../helpers/outside/receiver.js';
import { makeBrand } from '../helpers/records/probe.js';
import { countStatements } from '../helpers/run/statements.js';
import { until } from '../helpers/run/until.js';
import { deliveriesOf, makeEndpoint, tell } from '../webhooks/fixture.js';

let app: TestApp;
let log: Awaited<ReturnType<typeof createLog>>;
const receivers: Receiver[] = [];

beforeAll(async () => {
  receivers.push(await createReceiver(), await createReceiver(answer.status(500)));
  app = await startApp({
    WEBHOOK_ALLOW_HOSTS: receivers.map(({ place }) => place).join(),
    WEBHOOK_RETRY_DELAYS: '100ms',
  });
  log = await createLog();
});
afterAll(async () => {
  await app.dispose();
  for (const receiver of receivers) await receiver.dispose();
});

/** An account with two endpoints: one takes all, one refuses; four events of two kinds at each. */
async function createLog() {
  const account = await app.createAccount();
  const tenant: Tenant = { accountId: account.accountId, environment: 'test' };
  const { id: brandId } = await makeBrand(app, tenant);
  const endpoints: string[] = [];
  for (const { url } of receivers) endpoints.push((await makeEndpoint(app, tenant, url)).id);
  const arrived = async (count: number) => {
    const rows = await deliveriesOf(app, tenant);
    return rows.length === count && rows.every(({ status }) => status !== 'pending');
  };
  await tell(app, tenant, 'citation.discovered', { count: 3, brandId });
  await until(() => arrived(6), 30_000);
  const midway = new Date();
  await tell(app, tenant, 'aeo.batch.completed');
  await until(() => arrived(8), 30_000);
  return { account, tenant, brandId, endpoints, midway };
}

const ask = async (
  args: string,
  fields = 'totalCount nodes { id event status endpointId }',
  { account } = log,
) => {
  const query = `{ webhookDeliveries${args && `(${args})`} { ${fields} } }`;
  const { data, errors } = await post(app.url, bearer(account.key), query);
  return errors ?? data.webhookDeliveries;
};

test('the log is filtered by endpoint, event, status and time', async () => {
  const { midway } = log;
  const [good = '', bad = ''] = log.endpoints;
  const time = midway.toISOString();
  const counts: [args: string, count: number][] = [
    ['', 8],
    [`endpointId: "${good}"`, 4],
    ['event: "citation.discovered"', 6],
    ['status: DELIVERED', 4],
    ['status: EXHAUSTED', 4],
    ['status: PENDING', 0],
    [`since: "${time}"`, 2],
    [`until: "${time}"`, 6],
    ['alerted: true', 0],
    ['alerted: false', 8],
    [`endpointId: "${bad}", event: "aeo.batch.completed", status: EXHAUSTED, since: "${time}"`, 1],
  ];
  for (const [args, count] of counts) {
    const found = await ask(args);
    expect([args, found.totalCount, found.nodes.length]).toEqual([args, count, count]);
  }
  expect(await ask('event: "nothing"')).toMatchObject([
    {
      message: expect.stringMatching(/^event must be one of webhook\.test, wiki\.page\.created, /),
      extensions: { code: 'BAD_INPUT', details: { field: 'event' } },
    },
  ]);
  expect(await ask('event: "webhook.test"')).toMatchObject({ totalCount: 0 });
  const later = new Date(midway.getTime() + 1).toISOString();
  expect(await ask(`since: "${later}", until: "${time}"`)).toMatchObject([
    {
      message: 'until must not be before since',
      extensions: { code: 'BAD_INPUT', details: { field: 'until' } },
    },
  ]);
  expect(await ask(`since: "${time}", until: "${time}"`)).toMatchObject({ totalCount: 0 });
});

test('it is read page by page, newest first', async () => {
  const ids: string[] = [];
  let after = '';
  for (let page = 0; page < 3; page += 1) {
    const fields = 'nodes { id } pageInfo { hasNextPage endCursor }';
    const found = await ask(`first: 3${after && `, after: "${after}"`}`, fields);
    ids.push(...found.nodes.map(({ id }: { id: string }) => id));
    after = found.pageInfo.endCursor;
    expect(found.pageInfo.hasNextPage).toBe(page < 2);
  }
  expect(ids).toEqual([...(await deliveriesOf(app, log.tenant))].map(({ id }) => id));
  expect(ids).toEqual([...ids].sort().reverse());
});

test('however many there are, the log with all attempts is two statements', async () => {
  const fields = `nodes { id body attempts { number attemptedAt statusCode latencyMs error responseBody
    responseTruncated requestHeaders { name value } } }`;
  // The delivery worker and the key's note are at work, too.
  const own = (texts: string[]) => texts.filter((text) => /"attemptCount"|"deliveryId"/.test(text));
  for (const first of [1, 8]) {
    const statements = await countStatements(() => ask(`first: ${first}`, fields));
    expect(own(statements)).toHaveLength(2);
  }
  const { nodes } = await ask(`endpointId: "${log.endpoints[1]}"`, fields);
  for (const { attempts } of nodes)
    expect(attempts).toMatchObject([
      { number: 2, statusCode: 500, error: 'it answered 500', responseBody: 'answer 500' },
      { number: 1, statusCode: 500 },
    ]);
});

test('what became of each endpoint’s deliveries is one more statement, however many there are', async () => {
  const query = `{ webhookEndpoints { id summary { delivered exhausted pending retrying successRate
    lastCreatedAt lastDeliveredAt } } }`;
  let told: { id: string; summary: object }[] = [];
  const statements = await countStatements(async () => {
    told = (await post(app.url, bearer(log.account.key), query)).data.webhookEndpoints;
  });
  const own = statements.filter((text) => /"previousSecretEndsAt"|"lastDeliveredAt"/.test(text));
  expect(own).toHaveLength(2);
  const summaryOf = (id = '') => told.find((endpoint) => endpoint.id === id)?.summary;
  const [good, bad] = log.endpoints;
  expect(summaryOf(good)).toEqual({
    ...{ delivered: 4, exhausted: 0, pending: 0, retrying: 0, successRate: 1 },
    lastCreatedAt: expect.any(String),
    lastDeliveredAt: expect.any(String),
  });
  expect(summaryOf(bad)).toMatchObject({
    ...{ delivered: 0, exhausted: 4, successRate: 0, lastDeliveredAt: null },
  });
  const { id } = await makeEndpoint(app, log.tenant, 'https://192.0.1.1/hook');
  told = (await post(app.url, bearer(log.account.key), query)).data.webhookEndpoints;
  expect(summaryOf(id)).toMatchObject({ delivered: 0, successRate: null, lastCreatedAt: null });
});

test('replay and recovery are asked for over GraphQL', async () => {
  const own = await createLog();
  receivers[1]?.behave(answer.status(200));
  const [one] = (await ask(`endpointId: "${own.endpoints[1]}", first: 1`, undefined, own)).nodes;
  const delivered = async () => (await ask('status: DELIVERED', undefined, own)).totalCount;
  const send = (query: string, variables: object) =>
    post(app.url, bearer(own.account.key), query, { input: variables });
  const replayed = await send(
    'mutation ($input: ReplayDeliveryInput!) { replayDelivery(input: $input) { webhookDelivery { id status } } }',
    { id: one.id },
  );
  expect(replayed.data.replayDelivery.webhookDelivery).toEqual({ id: one.id, status: 'PENDING' });
  await until(async () => (await delivered()) === 5, 30_000);
  const recover = (since: Date) =>
    send(
      'mutation ($input: RecoverDeliveriesInput!) { recoverDeliveries(input: $input) { recovered } }',
      {
        since: since.toISOString(),
      },
    );
  expect((await recover(new Date(0))).data.recoverDeliveries).toEqual({ recovered: 3 });
  await until(async () => (await delivered()) === 8, 30_000);
  expect((await recover(new Date(Date.now() + 60_000))).errors).toMatchObject([
    { extensions: { code: 'BAD_INPUT', details: { field: 'since' } } },
  ]);
  receivers[1]?.behave(answer.status(500));
});

test('with a brand go the deliveries that tell of it', async () => {
  const own = await createLog();
  await deleteBrand(app.deps, own.tenant, own.brandId);
  await removeBrand(app.deps, own.tenant, own.brandId);
  expect(
    (await ask('', undefined, own)).nodes.map(({ event }: { event: string }) => event),
  ).toEqual(['aeo.batch.completed', 'aeo.batch.completed']);
});
