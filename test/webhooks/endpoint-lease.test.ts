import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Tenant } from '../../src/deps.js';
import { deleteWebhookEndpoint } from '../../src/services/webhooks/webhook-endpoint.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { createReceiver, type Receiver } from '../helpers/outside/receiver.js';
import { createTenant } from '../helpers/records/probe.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';
import { all, makeEndpoint, tell } from './fixture.js';

let receiver: Receiver;
let app: TestApp;
let worker: TestApp;
beforeAll(async () => {
  receiver = await createReceiver();
  const settings = { WEBHOOK_ALLOW_HOSTS: receiver.place };
  app = await startApp({ ...settings, ROLE: 'web' });
  worker = await startApp({ ...settings, ROLE: 'worker' }, { databaseUrl: app.databaseUrl });
});
afterAll(async () => {
  await worker.dispose();
  await app.dispose();
  await receiver.dispose();
});

const count = async (table: string, { accountId }: Tenant): Promise<number> =>
  (await sql(app.databaseUrl, `select 1 from ${table} where account_id = $1`, [accountId])).length;

test('more than a lane keeps in memory arrives, each once', async () => {
  const tenant = await createTenant(app);
  await makeEndpoint(app, tenant, receiver.url);
  const before = receiver.received.length;
  const told = await Promise.all(
    [1, 60, 300, 7, 90].map((count) => tell(app, tenant, 'citation.discovered', { count })),
  );
  const ids = told.flat();
  const left = `select 1 from webhook_delivery where account_id = $1 and status = 'pending'
    union all select 1 from auth.outbox_pending where account_id = $1`;
  await until(async () => receiver.received.length >= before + ids.length, 30_000);
  await until(
    async () => (await sql(app.databaseUrl, left, [tenant.accountId])).length === 0,
    30_000,
  );
  const received = receiver.received.slice(before).map(({ eventId }) => eventId);
  expect(received.toSorted()).toEqual(ids.toSorted());
  expect(receiver.most()).toBeLessThanOrEqual(5);
});

test('a lane rests with its holder, and is let go', async () => {
  const tenant = await createTenant(app);
  const { id } = await makeEndpoint(app, tenant, receiver.url);
  await tell(app, tenant, 'citation.discovered');
  const holders = async () => {
    const text = 'select holder from auth.webhook_lane where endpoint_id = $1';
    const rows = await sql<{ holder: string | null }>(app.databaseUrl, text, [id]);
    return rows.map(({ holder }) => holder);
  };
  await until(async () => (await holders())[0] !== null, 10_000);
  await all(app, tenant, (status) => status === 'delivered');
  await until(async () => (await holders())[0] === null, 10_000);
  expect(await holders()).toHaveLength(1);
});

async function deliver(tenant: Tenant): Promise<string> {
  const { id } = await makeEndpoint(app, tenant, receiver.url);
  await tell(app, tenant, 'citation.discovered', { count: 3 });
  await all(app, tenant, (status) => status === 'delivered');
  return id;
}

test('with an endpoint go its deliveries and their log, and no others', async () => {
  const tenant = await createTenant(app);
  const gone = await deliver(tenant);
  await deliver(tenant);
  await until(async () => (await count('webhook_attempt', tenant)) === 9, 10_000);
  await deleteWebhookEndpoint(app.deps, tenant, gone);
  const rest = await sql<{ own: boolean }>(
    app.databaseUrl,
    `select d.endpoint_id = $2 as own from webhook_delivery d
      join webhook_attempt a on a.delivery_id = d.id where d.account_id = $1`,
    [tenant.accountId, gone],
  );
  expect(rest).toEqual([{ own: false }, { own: false }, { own: false }]);
  expect(await count('webhook_attempt', tenant)).toBe(3);
});

test('with an account go the deliveries of both environments, whoever removes it', async () => {
  const { accountId } = await createTenant(app);
  const tenant: Tenant = { accountId, environment: 'test' };
  await deliver(tenant);
  await deliver({ accountId, environment: 'live' });
  const other = await createTenant(app);
  await deliver(other);
  await app.deps.db.transaction(tenant, (tx) =>
    tx.execute('delete from auth."organization" where id = :accountId'),
  );
  expect(await count('webhook_delivery', tenant)).toBe(0);
  expect(await count('webhook_attempt', tenant)).toBe(0);
  expect(await count('webhook_attempt', other)).toBe(3);
});

test('an endpoint that goes while something happens leaves nothing behind', async () => {
  const tenant = await createTenant(app);
  const { id } = await makeEndpoint(app, tenant, receiver.url);
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock'
    and query like '%insert into webhook_delivery%' and pid <> pg_backend_pid()`;
  await app.deps.db.transaction(tenant, async (tx) => {
    await tx.execute('delete from webhook_endpoint where id = :id', { id });
    await tell(app, tenant, 'citation.discovered');
    await until(async () => (await sql(app.databaseUrl, waits)).length > 0, 10_000);
  });
  await until(async () => (await count('auth.outbox_pending', tenant)) === 0, 10_000);
  expect(await count('webhook_delivery', tenant)).toBe(0);
});
