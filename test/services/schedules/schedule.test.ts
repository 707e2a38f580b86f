import { describe, expect, test } from '@jest/globals';
import type { Deps } from '../../../src/deps.js';
import { setAccountLimits, setTier } from '../../../src/services/accounts/account.js';
import { cancelProbeRun } from '../../../src/services/runs/probe-run.js';
import { updateSchedule } from '../../../src/services/schedules/change-schedule.js';
import { startApp } from '../../helpers/app.js';
import { makeBrand, perform, start } from '../../helpers/records/probe.js';
import { whileLocked } from '../../helpers/run/lock.js';
import { sql } from '../../helpers/run/sql.js';
import { until } from '../../helpers/run/until.js';
import {
  app,
  at,
  brandId,
  create,
  find,
  finish,
  look,
  now,
  runsOf,
  shown,
  tenant,
  ticksOf,
} from './fixture.js';

test('a run starts when its time has come, once, and says which schedule started it', async () => {
  const schedule = await create({ timeZone: 'europe/berlin', name: ' Morning ' });
  expect(schedule).toMatchObject({ name: 'Morning', timeZone: 'Europe/Berlin', paused: false });
  expect(shown(schedule)).toEqual([2, 3, 4, 5, 6].map((day) => `2026-06-0${day}T04:00:00.000Z`));
  at('2026-06-02T03:59:59Z');
  await look();
  expect(await ticksOf(schedule)).toEqual([]);
  at('2026-06-02T04:00:20Z');
  await look();
  await look();
  const [run, ...more] = await runsOf(schedule);
  expect(more).toEqual([]);
  expect(run).toMatchObject({ status: 'queued', platforms: ['chatgpt'], expectedAnswers: 12 });
  expect(await ticksOf(schedule)).toEqual([
    {
      scheduleId: schedule.id,
      scheduledFor: new Date('2026-06-02T04:00:00Z'),
      decidedAt: now,
      outcome: 'started',
      ...{ reason: null, message: null, missed: 0, runId: run?.id },
    },
  ]);
  expect(shown(await find(schedule))[0]).toBe('2026-06-03T04:00:00.000Z');
  // Its job went out with it, in the same transaction.
  const jobs = await sql(app.databaseUrl, `select 1 from pgboss.job where data->>'runId' = $1`, [
    run?.id,
  ]);
  expect(jobs).toHaveLength(1);
});

test('while an earlier run of the brand goes on, whoever started it, a time is skipped', async () => {
  const schedule = await create();
  const other = await start(app, tenant, { id: brandId }, { platforms: ['grok'] });
  at('2026-06-02T06:00:10Z');
  await look();
  expect(await ticksOf(schedule)).toMatchObject([
    {
      outcome: 'skipped',
      reason: 'running',
      message: expect.stringContaining(other.id),
      runId: null,
    },
  ]);
  await perform(app, tenant, other);
  // The time is gone; the next one is not.
  await look();
  expect(await runsOf(schedule)).toEqual([]);
  at('2026-06-03T06:00:10Z');
  await look();
  expect(await runsOf(schedule)).toHaveLength(1);
});

test('after three days without a worker there is one run, and the log says how many it stands for', async () => {
  const schedule = await create({ cron: '0 * * * *' });
  at('2026-06-04T12:30:00Z');
  await look();
  await look();
  expect(await ticksOf(schedule)).toMatchObject([
    { outcome: 'started', scheduledFor: new Date('2026-06-01T13:00:00Z'), missed: 71 },
  ]);
  expect(await runsOf(schedule)).toHaveLength(1);
  await finish(schedule);
  at('2026-06-04T13:00:01Z');
  await look();
  expect(await runsOf(schedule)).toHaveLength(2);
});

describe('in Europe/Berlin', () => {
  /** Looks every ten minutes, and tells which times became runs. */
  async function watch(schedule: { id: string }, from: string, hours: number): Promise<string[]> {
    const fromMs = Date.parse(from);
    for (let minute = 0; minute <= hours * 60; minute += 10) {
      at(new Date(fromMs + minute * 60_000).toISOString());
      await look();
      for (const { id, status } of await runsOf(schedule))
        if (status === 'queued') await cancelProbeRun(app.deps, tenant, id);
    }
    const ticks = await ticksOf(schedule);
    expect(ticks.map(({ outcome, missed }) => [outcome, missed])).toEqual(
      ticks.map(() => ['started', 0]),
    );
    return ticks.map(({ scheduledFor }) => scheduledFor.toISOString()).reverse();
  }

  test('a time that is left out runs once, when the clocks go forward', async () => {
    at('2027-03-26T12:00:00Z');
    const schedule = await create({ cron: '30 2 * * *', timeZone: 'Europe/Berlin' });
    expect(await watch(schedule, '2027-03-27T00:00:00Z', 50)).toEqual([
      '2027-03-27T01:30:00.000Z',
      '2027-03-28T01:00:00.000Z',
      '2027-03-29T00:30:00.000Z',
    ]);
  });

  test('a time that exists twice runs once, when the clocks go back', async () => {
    at('2026-10-23T12:00:00Z');
    const schedule = await create({ cron: '30 2 * * *', timeZone: 'Europe/Berlin' });
    expect(await watch(schedule, '2026-10-24T00:00:00Z', 50)).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });
});

describe('several workers', () => {
  test('who look at once start it once', async () => {
    const second = await startApp(
      { ROLE: 'web' },
      { now: () => now, databaseUrl: app.databaseUrl },
    );
    try {
      const schedules = [await create(), await create({ cron: '0 6 * * 2' })];
      at('2026-06-02T06:00:10Z');
      await Promise.all([look(), look(second.deps), look(), look(second.deps)]);
      const ticks = (await Promise.all(schedules.map(ticksOf))).flat();
      // Both are of one brand and of one time: the second finds the first one's run.
      expect(ticks.map(({ outcome }) => outcome).sort()).toEqual(['skipped', 'started']);
      expect((await Promise.all(schedules.map(runsOf))).flat()).toHaveLength(1);
    } finally {
      await second.dispose();
    }
  });

  test('one that dies between the time and its run leaves neither, and another starts it', async () => {
    const schedule = await create();
    at('2026-06-02T06:00:10Z');
    const waiting = `select pid from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%"probe_run"%'`;
    await whileLocked(app.databaseUrl, 'probe_result', async () => {
      await sql(
        app.databaseUrl,
        `create or replace function wait_here() returns trigger language plpgsql as $$
         begin perform 1 from probe_result limit 1; return new; end $$`,
      );
      await sql(
        app.databaseUrl,
        'create trigger wait_here before insert on probe_run for each row execute function wait_here()',
      );
      const looking = look();
      await until(async () => (await sql(app.databaseUrl, waiting)).length > 0, 10_000);
      await sql(app.databaseUrl, `select pg_terminate_backend(pid) from (${waiting}) w`);
      await looking;
    });
    await sql(app.databaseUrl, 'drop trigger wait_here on probe_run');
    expect(await ticksOf(schedule)).toEqual([]);
    expect(await runsOf(schedule)).toEqual([]);
    expect((await find(schedule)).nextRunAt).toEqual(new Date('2026-06-02T06:00:00Z'));
    await look();
    expect(await ticksOf(schedule)).toMatchObject([{ outcome: 'started' }]);
    expect(await runsOf(schedule)).toHaveLength(1);
  });

  test('what was changed since a run was planned is planned anew', async () => {
    const schedule = await create();
    at('2026-06-02T06:00:10Z');
    let changing: Promise<unknown> | undefined;
    const { db } = app.deps;
    const late: Deps = {
      ...app.deps,
      db: {
        ...db,
        transaction: async (subject, work) => {
          changing ??= updateSchedule(app.deps, tenant, schedule.id, { platforms: ['grok'] });
          await changing;
          return db.transaction(subject, work);
        },
      },
    };
    await look(late);
    expect(await runsOf(schedule)).toEqual([]);
    await look();
    expect(await runsOf(schedule)).toMatchObject([{ platforms: ['grok'] }]);
  });
});

describe('a time is skipped, and the log says why,', () => {
  test('when the account has fallen to the free tier', async () => {
    const schedule = await create();
    await setTier(app.deps, tenant.accountId, 'free');
    at('2026-06-02T06:00:10Z');
    await look();
    expect(await ticksOf(schedule)).toMatchObject([{ outcome: 'skipped', reason: 'tier' }]);
  });

  test('when too few of the day’s engine calls are left, and the next day it runs', async () => {
    const schedule = await create();
    await setAccountLimits(app.deps, tenant.accountId, { engineCallsPerDay: 12 });
    at('2026-06-02T05:00:00Z');
    await perform(app, tenant, await start(app, tenant, { id: brandId }, { platforms: ['grok'] }));
    at('2026-06-02T06:00:10Z');
    await look();
    expect(await ticksOf(schedule)).toMatchObject([
      { outcome: 'skipped', reason: 'quota', message: expect.stringContaining('0 of today') },
    ]);
    at('2026-06-03T06:00:10Z');
    await look();
    expect((await ticksOf(schedule))[0]).toMatchObject({ outcome: 'started' });
  });

  test('when it would make more calls than its ceiling of the UTC day', async () => {
    const schedule = await create({ cron: '0 6,7,8 * * *', dailyCeilingCalls: 24 });
    for (const hour of [6, 7, 8]) {
      at(`2026-06-02T0${hour}:00:10Z`);
      await look();
      await finish(schedule);
    }
    expect((await ticksOf(schedule)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['skipped', 'ceiling'],
      ['started', null],
      ['started', null],
    ]);
    at('2026-06-03T06:00:10Z');
    await look();
    expect((await ticksOf(schedule))[0]).toMatchObject({ outcome: 'started' });
  });

  test('when it would cost more than its ceiling in dollars', async () => {
    const schedule = await create({ cron: '0 6,7 * * *', dailyCeilingUsd: 0.2 });
    at('2026-06-02T06:00:10Z');
    await look();
    await finish(schedule);
    await sql(app.databaseUrl, 'update answer set cost_usd = 0.01 where brand_id = $1', [brandId]);
    at('2026-06-02T07:00:10Z');
    await look();
    expect(await ticksOf(schedule)).toMatchObject([
      {
        reason: 'ceiling',
        message: 'a run costs about $0.1200, $0.1200 were spent today, and the ceiling is $0.2000',
      },
      { outcome: 'started' },
    ]);
  });

  test('when there is nothing to ask any more, and others go on', async () => {
    const schedule = await create({ cron: '0 6 * * *' });
    const elsewhere = await makeBrand(app, tenant, { name: 'Globex' });
    const other = await create({ brandId: elsewhere.id, cron: '1 6 * * *' });
    await sql(app.databaseUrl, 'update prompt set enabled = false where account_id = $1', [
      tenant.accountId,
    ]);
    at('2026-06-02T06:01:10Z');
    await look();
    for (const one of [schedule, other])
      expect(await ticksOf(one)).toMatchObject([
        { reason: 'impossible', message: expect.stringContaining('without enabled prompts') },
      ]);
  });
});
