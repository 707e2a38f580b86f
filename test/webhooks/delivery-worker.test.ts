import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Tenant } from '../../src/deps.js';
import { forgetOld } from '../../src/services/operations/retention.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { bearer, connect } from '../helpers/client/client.js';
import { answer, createReceiver, type Receiver } from '../helpers/outside/receiver.js';
import { createTenant } from '../helpers/records/probe.js';
import { createClock } from '../helpers/run/clock.js';
import { createTestDatabase } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';
import { all, attemptsOf, deliveriesOf, makeEndpoint, tell } from './fixture.js';

let receivers: Receiver[] = [];
let apps: TestApp[] = [];
beforeEach(async () => {
  receivers = await Promise.all(Array.from({ length: 6 }, () => createReceiver()));
});
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.dispose();
  for (const receiver of receivers) await receiver.dispose();
});

async function open(
  settings: Record<string, string> = {},
  options: Parameters<typeof startApp>[1] = {},
): Promise<TestApp> {
  const places = receivers.map(({ place }) => place).join();
  const app = await startApp(
    { WEBHOOK_ALLOW_HOSTS: places, WEBHOOK_RETRY_DELAYS: '300ms', ...settings },
    options,
  );
  apps.push(app);
  return app;
}
const at = (index: number): Receiver => receivers[index] as Receiver;
test('slow and dead endpoints delay no other, and none gets more than five at once', async () => {
  const app = await open();
  const tenant = await createTenant(app);
  const [good, hanging, slow, broken] = [at(0), at(1), at(2), at(3)];
  hanging.behave(answer.never);
  slow.behave(answer.late(200));
  broken.behave(answer.reset);
  for (const receiver of [hanging, slow, broken, good])
    await makeEndpoint(app, tenant, receiver.url);
  // So that those that hang are at it when the good one's turn comes.
  await tell(app, tenant, 'citation.discovered', { count: 20 });
  await until(() => hanging.received.length === 1, 30_000);
  await tell(app, tenant, 'aeo.batch.completed', { count: 30 });
  // Sooner than an attempt that hangs is given up.
  await until(() => good.received.length === 50, 8_000);
  await until(() => slow.received.length === 50, 30_000);
  // One place is enough to find out that it still hangs.
  expect(hanging.received).toHaveLength(1);
  for (const receiver of [good, hanging, slow, broken])
    expect(receiver.most()).toBeLessThanOrEqual(5);
  expect(slow.most()).toBe(5);
});

test('endpoints that hang leave half of all places to the rest', async () => {
  const app = await open({ WEBHOOK_CONCURRENCY: '4' });
  const [good, ...hanging] = receivers as [Receiver, ...Receiver[]];
  const tenant = await createTenant(app);
  await makeEndpoint(app, tenant, good.url, ['citation.discovered']);
  await tell(app, tenant, 'citation.discovered');
  await until(() => good.received.length === 1, 30_000);
  for (const receiver of hanging) {
    receiver.behave(answer.never);
    await makeEndpoint(app, tenant, receiver.url, ['aeo.batch.completed']);
  }
  await tell(app, tenant, 'aeo.batch.completed', { count: 3 });
  const underWay = () => hanging.reduce((sum, { received }) => sum + received.length, 0);
  await until(() => underWay() === 2, 30_000);
  await tell(app, tenant, 'citation.discovered', { count: 20 });
  await until(() => good.received.length === 21, 30_000);
  expect(underWay()).toBe(2);
});

test('two processes share the work: five at once to one endpoint in all, and nothing sent twice', async () => {
  const first = await open({ ROLE: 'worker' });
  const second = await open({ ROLE: 'worker' }, { databaseUrl: first.databaseUrl });
  const tenant = await createTenant(first);
  for (const receiver of receivers) {
    receiver.behave(answer.late(20));
    await makeEndpoint(first, tenant, receiver.url);
  }
  for (let round = 0; round < 10; round += 1)
    await Promise.all(
      [first, second].map((app) => tell(app, tenant, 'citation.discovered', { count: 5 })),
    );
  await until(() => receivers.every(({ received }) => received.length >= 100), 30_000);
  await all(first, tenant, (status) => status === 'delivered');
  for (const receiver of receivers) {
    expect(receiver.received).toHaveLength(100);
    expect(new Set(receiver.received.map(({ eventId }) => eventId)).size).toBe(100);
    expect(receiver.most()).toBeLessThanOrEqual(5);
  }
});

test('a process that stops hands back what it has not sent, and another goes on at once', async () => {
  const web = await open({ ROLE: 'web' });
  const tenant = await createTenant(web);
  at(0).behave(answer.late(100));
  const { id } = await makeEndpoint(web, tenant, at(0).url);
  await tell(web, tenant, 'citation.discovered', { count: 60 });
  const worker = await open({ ROLE: 'worker' }, { databaseUrl: web.databaseUrl });
  await until(() => at(0).received.length >= 10, 30_000);
  await worker.dispose();
  apps = [web];
  const sent = at(0).received.length;
  expect(sent).toBeLessThan(60);
  const counted = (await deliveriesOf(web, tenant, id)).filter(
    ({ status }) => status === 'delivered',
  );
  expect(counted).toHaveLength(sent);
  await open({ ROLE: 'worker' }, { databaseUrl: web.databaseUrl });
  // Sooner than its leases end.
  await until(() => at(0).received.length > sent, 8_000);
  await all(web, tenant, (status) => status === 'delivered');
  expect(at(0).received).toHaveLength(60);
});

test('a name that leads inside at the second attempt is not dialled, and the log says why', async () => {
  const answers = [['192.0.1.1'], ['192.0.1.1'], ['127.0.0.1']];
  const app = await open({}, { resolveHost: async () => answers.shift() ?? ['127.0.0.1'] });
  const tenant = await createTenant(app);
  const port = at(0).place.split(':')[1];
  const { id } = await makeEndpoint(app, tenant, `https://rebind.example:${port}/`);
  await tell(app, tenant, 'citation.discovered');
  await all(app, tenant, (status) => status === 'exhausted', 20_000);
  const [delivery] = await deliveriesOf(app, tenant, id);
  const attempts = await attemptsOf(app, tenant, delivery?.id ?? '');
  expect(attempts).toHaveLength(2);
  expect(attempts[1]).toMatchObject({
    statusCode: null,
    error: 'the host resolves to an address that is not public',
  });
  expect(at(0).received).toEqual([]);
});

test('an event that is too large is not sent, and says so', async () => {
  const app = await open();
  const tenant = await createTenant(app);
  const { id } = await makeEndpoint(app, tenant, at(0).url);
  await tell(app, tenant, 'citation.discovered', { data: { words: 'x'.repeat(21_000) } });
  await until(async () => (await deliveriesOf(app, tenant, id))[0]?.status === 'exhausted', 30_000);
  const [delivery] = await deliveriesOf(app, tenant, id);
  expect(await attemptsOf(app, tenant, delivery?.id ?? '')).toMatchObject([
    { error: 'the event is larger than 20 KiB and was not sent' },
  ]);
  expect(at(0).received).toEqual([]);
});

test('with another SECRET_KEY nothing is sent unsigned: the attempt fails and says so', async () => {
  const { url: databaseUrl, dispose } = await createTestDatabase();
  const first = await open({ ROLE: 'web' }, { databaseUrl });
  const tenant = await createTenant(first);
  const { id } = await makeEndpoint(first, tenant, at(0).url);
  await tell(first, tenant, 'citation.discovered');
  // Processes with different keys do not run beside each other.
  await apps.pop()?.dispose();
  const SECRET_KEY = 'another secret of the test suite, long enough';
  const second = await open({ ROLE: 'worker', SECRET_KEY }, { databaseUrl });
  await all(second, tenant, (status) => status === 'exhausted');
  const [delivery] = await deliveriesOf(second, tenant, id);
  expect(delivery).toMatchObject({ attemptCount: 2 });
  expect(await attemptsOf(second, tenant, delivery?.id ?? '')).toMatchObject([
    {
      statusCode: null,
      error: expect.stringContaining('the secret cannot be read'),
      requestHeaders: [],
    },
    { number: 2 },
  ]);
  expect(at(0).received).toEqual([]);
  await apps.pop()?.dispose();
  await dispose();
});

test('deliveries and their log go after 30 days', async () => {
  const clock = createClock();
  const app = await open({}, { now: clock.now });
  const tenant = await createTenant(app);
  await makeEndpoint(app, tenant, at(0).url);
  await tell(app, tenant, 'citation.discovered');
  await all(app, tenant, (status) => status === 'delivered');
  clock.move(29 * 86_400_000);
  await tell(app, tenant, 'citation.discovered');
  await until(async () => (await deliveriesOf(app, tenant)).length === 2, 30_000);
  await all(app, tenant, (status) => status === 'delivered');
  clock.move(2 * 86_400_000);
  await forgetOld(app.deps);
  expect(await deliveriesOf(app, tenant)).toHaveLength(1);
  expect(await sql(app.databaseUrl, 'select 1 from webhook_attempt')).toHaveLength(1);
});

test('whoever watches sees each attempt as it is made, of one endpoint or of all', async () => {
  const app = await open();
  const { key, accountId } = await app.createAccount();
  const tenant: Tenant = { accountId, environment: 'test' };
  at(0).behave(answer.status(500));
  const failing = await makeEndpoint(app, tenant, at(0).url);
  const good = await makeEndpoint(app, tenant, at(1).url, ['citation.discovered']);
  const client = connect(app.url, bearer(key));
  const seen: Record<string, { eventId: string; words: string }[]> = { all: [], one: [] };
  const watch = (name: string, endpointId: string | null) =>
    client.subscribe<{
      webhookDelivered: {
        endpointId: string;
        eventId: string;
        status: string;
        attemptCount: number;
      };
    }>(
      {
        query: `subscription ($endpointId: ID) { webhookDelivered(endpointId: $endpointId) {
          endpointId eventId status attemptCount attempts { statusCode } } }`,
        variables: { endpointId },
      },
      {
        next: ({ data }) => {
          const told = data?.webhookDelivered;
          if (told == null) return;
          const { endpointId, eventId, status, attemptCount } = told;
          const who = endpointId === good.id ? 'good' : 'failing';
          seen[name]?.push({ eventId, words: `${who} ${status} ${attemptCount}` });
        },
        error: () => {},
        complete: () => {},
      },
    );
  watch('all', null);
  watch('one', failing.id);
  // A subscription does not say when it has begun: both have, once both have seen something.
  await until(async () => {
    await tell(app, tenant, 'citation.discovered');
    return Object.values(seen).every(({ length }) => length > 0);
  }, 10_000);
  const [eventId] = await tell(app, tenant, 'citation.discovered');
  const of = (name: string) =>
    (seen[name] ?? []).filter((one) => one.eventId === eventId).map(({ words }) => words);
  await until(() => of('all').length === 3 && of('one').length === 2, 30_000);
  expect(of('one')).toEqual(['failing PENDING 1', 'failing EXHAUSTED 2']);
  expect(of('all')).toContain('good DELIVERED 1');
  await client.dispose();
});
