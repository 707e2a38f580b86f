import { test } from '@jest/globals';
import { SYSTEM } from '../../src/database/db.js';
import { startApp } from '../helpers/app.js';
import { answer, createReceiver } from '../helpers/outside/receiver.js';
import { createTenant } from '../helpers/records/probe.js';
import { until } from '../helpers/run/until.js';
import { all, makeEndpoint, tell } from './fixture.js';

const ACCOUNTS = 30;
const ENDPOINTS = 10;

test('hundreds of endpoints that hang, with more behind it, delay none that answers', async () => {
  const [good, hanging] = await Promise.all([createReceiver(), createReceiver(answer.never)]);
  const places = [good, hanging].map(({ place }) => place).join();
  const app = await startApp({ WEBHOOK_ALLOW_HOSTS: places });
  try {
    const healthy = await createTenant(app);
    await makeEndpoint(app, healthy, good.url);
    await tell(app, healthy, 'citation.discovered');
    await all(app, healthy, (status) => status === 'delivered');

    const others = await Promise.all(Array.from({ length: ACCOUNTS }, () => createTenant(app)));
    for (const other of others) {
      for (let made = 0; made < ENDPOINTS; made += 1) await makeEndpoint(app, other, hanging.url);
      await tell(app, other, 'citation.discovered', { count: 3 });
    }
    const held = `select count(*)::int as count from auth.webhook_lane where holder is not null`;
    await until(async () => {
      const [row] = await app.deps.db.query<{ count: number }>(SYSTEM, {
        name: 'held',
        text: held,
      });
      return (row?.count ?? 0) >= ACCOUNTS * ENDPOINTS;
    }, 20_000);

    await tell(app, healthy, 'citation.discovered');
    // Sooner than an attempt that hangs is given up.
    await until(() => good.received.length === 2, 8_000);
  } finally {
    await app.dispose();
    await Promise.all([good.dispose(), hanging.dispose()]);
  }
}, 60_000);
