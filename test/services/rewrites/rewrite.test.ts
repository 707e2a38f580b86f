import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  countRewrites,
  findRewrite,
  listRewrites,
} from '../../../src/services/rewrites/rewrite.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { composition, fails, withComposers } from '../../helpers/records/composer.js';
import { createTenant, type Tenant } from '../../helpers/records/probe.js';
import { rewrite, statusesOf, WRITTEN } from '../../helpers/records/rewrite.js';
import { createClock } from '../../helpers/run/clock.js';
import { sql } from '../../helpers/run/sql.js';

const clock = createClock();
let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: clock.now });
});
beforeEach(async () => {
  tenant = await createTenant(app, { environment: 'live' });
});
afterAll(() => app.dispose());

describe('under an Idempotency-Key', () => {
  const key = { idempotencyKey: 'k1' };

  test('the same body is the same record, another one is 422', async () => {
    let asked = 0;
    const deps = withComposers(app.deps, {
      chatgpt: () => {
        asked += 1;
        return composition(WRITTEN);
      },
    });
    const first = await rewrite(deps, tenant, key);
    expect(await rewrite(deps, tenant, key)).toEqual(first);
    expect(asked).toBe(1);
    await expect(
      rewrite(deps, tenant, { ...key, input: { brand: 'Globex' } }),
    ).rejects.toMatchObject({
      code: 'IDEMPOTENCY_REUSED',
    });
    expect(await countRewrites(app.deps, tenant)).toBe(1);
  });

  test('one still at work is 409, and holds no connection to the database', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const deps = withComposers(app.deps, {
      chatgpt: async () => {
        begun.resolve();
        await end.promise;
        return composition(WRITTEN);
      },
    });
    const first = rewrite(deps, tenant, { ...key, limits: { attemptMs: 10_000, wholeMs: 10_000 } });
    await begun.promise;
    const [open] = await sql<{ count: number }>(
      app.databaseUrl,
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(open?.count).toBe(0);
    await expect(rewrite(deps, tenant, key)).rejects.toMatchObject({ code: 'CONFLICT' });
    end.resolve();
    expect((await first).source).toBe('chatgpt');
    expect((await rewrite(deps, tenant, key)).id).toBe((await first).id);
  });

  test('one that failed frees its key, and so does one that was lost', async () => {
    const broken = withComposers(app.deps, { chatgpt: fails('UNAVAILABLE') });
    await expect(rewrite(broken, tenant, key)).rejects.toMatchObject({
      code: 'ENGINE_UNAVAILABLE',
    });
    const deps = withComposers(app.deps, { chatgpt: () => composition(WRITTEN) });
    const made = await rewrite(deps, tenant, { ...key, input: { brand: 'Acme' } });
    expect(await statusesOf(app, tenant)).toEqual(['failed', 'completed']);
    await sql(app.databaseUrl, `update rewrite set status = 'running' where id = $1`, [made.id]);
    await expect(rewrite(deps, tenant, key)).rejects.toMatchObject({ code: 'CONFLICT' });
    clock.move(60_001);
    expect((await rewrite(deps, tenant, key)).id).not.toBe(made.id);
  });
});

test('lists are newest first, in pages, and each account’s own', async () => {
  const made: string[] = [];
  for (let count = 0; count < 3; count += 1) made.unshift((await rewrite(app.deps, tenant)).id);
  const first = await listRewrites(app.deps, tenant, { first: 2, after: null });
  expect([first.rows.map(({ id }) => id), first.hasNextPage]).toEqual([made.slice(0, 2), true]);
  const rest = await listRewrites(app.deps, tenant, { first: 2, after: made[1] ?? null });
  expect([rest.rows.map(({ id }) => id), rest.hasNextPage]).toEqual([made.slice(2), false]);

  const other = await createTenant(app, { environment: 'live' });
  for (const foreign of [other, { ...tenant, environment: 'test' as const }]) {
    expect(await countRewrites(app.deps, foreign)).toBe(0);
    await expect(findRewrite(app.deps, foreign, made[0] ?? '')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
});
