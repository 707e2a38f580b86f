import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Deps } from '../../src/deps.js';
import { setLimits, setTier } from '../../src/services/account.js';
import { deleteBrand } from '../../src/services/brand.js';
import {
  createSchedule,
  deleteSchedule,
  type NewSchedule,
  pauseSchedule,
  previewSchedule,
  resumeSchedule,
  updateSchedule,
} from '../../src/services/change-schedule.js';
import { cancelProbeRun, listProbeRuns } from '../../src/services/probe-run.js';
import { createPromptPack, findPromptPack } from '../../src/services/prompt-pack.js';
import { removeBrand } from '../../src/services/remove-brand.js';
import { forgetOld } from '../../src/services/retention.js';
import {
  findSchedule,
  loadSchedules,
  loadScheduleTicks,
  nextRunsOf,
  type ScheduleRow,
} from '../../src/services/schedule.js';
import { startScheduled } from '../../src/services/start-scheduled.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { whileLocked } from '../helpers/lock.js';
import { createTenant, makeBrand, ownerOf, perform, start, type Tenant } from '../helpers/probe.js';
import { sql } from '../helpers/sql.js';
import { until } from '../helpers/until.js';

let app: TestApp;
let tenant: Tenant;
let brandId: string;
let now = new Date('2026-06-01T12:00:00Z');
const at = (time: string) => {
  now = new Date(time);
};
const never = new AbortController().signal;
const look = (deps: Deps = app.deps) => startScheduled(deps, never);
const create = (fields: Partial<NewSchedule> = {}) =>
  createSchedule(
    app.deps,
    ownerOf(tenant),
    { brandId, cron: '0 6 * * *', platforms: ['chatgpt'], ...fields },
    null,
  );
const ticksOf = ({ id }: { id: string }) => loadScheduleTicks(app.deps, tenant, [id], 100);
const find = ({ id }: { id: string }) => findSchedule(app.deps, tenant, id);
const shown = (schedule: ScheduleRow) => nextRunsOf(schedule).map((time) => time.toISOString());
const runsOf = async (schedule: { id: string }) => {
  const filter = { brandId, status: null };
  const { rows } = await listProbeRuns(app.deps, tenant, filter, { first: 100, after: null });
  return rows.filter(({ scheduleId }) => scheduleId === schedule.id);
};
/** Works off what a schedule has started, so that the brand is free for the next one. */
const finish = async (schedule: { id: string }) => {
  for (const run of await runsOf(schedule))
    if (run.status === 'queued') await perform(app, tenant, run);
};

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: () => now });
});
afterAll(() => app.dispose());
beforeEach(async () => {
  at('2026-06-01T12:00:00Z');
  tenant = await createTenant(app);
  ({ id: brandId } = await makeBrand(app, tenant));
});

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
      now = new Date(fromMs + minute * 60_000);
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
        write: async (scope, work) => {
          changing ??= updateSchedule(app.deps, tenant, schedule.id, { platforms: ['grok'] });
          await changing;
          return db.write(scope, work);
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
    await setLimits(app.deps, tenant.accountId, { engineCallsPerDay: 12 });
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
    const { id: packId } = await findPromptPack(app.deps, tenant, null);
    await sql(app.databaseUrl, 'update prompt set enabled = false where pack_id = $1', [packId]);
    at('2026-06-02T06:01:10Z');
    await look();
    for (const one of [schedule, other])
      expect(await ticksOf(one)).toMatchObject([
        { reason: 'impossible', message: expect.stringContaining('without enabled prompts') },
      ]);
  });
});

test('a fault of one schedule stands in no other one’s way, and its time is tried again', async () => {
  const broken = await create();
  const { id: otherBrand } = await makeBrand(app, tenant, { name: 'Globex' });
  const sound = await create({ brandId: otherBrand });
  await sql(app.databaseUrl, `update schedule set time_zone = 'Mars/Base' where id = $1`, [
    broken.id,
  ]);
  at('2026-06-02T06:00:10Z');
  await look();
  expect(await ticksOf(broken)).toEqual([]);
  expect(await ticksOf(sound)).toMatchObject([{ outcome: 'started' }]);
  await sql(app.databaseUrl, `update schedule set time_zone = 'UTC' where id = $1`, [broken.id]);
  await look();
  expect(await ticksOf(broken)).toMatchObject([{ outcome: 'started' }]);
});

test('priority prompts are those of the moment', async () => {
  const schedule = await create({ prompts: 'picker' });
  at('2026-06-02T06:00:10Z');
  await look();
  await finish(schedule);
  at('2026-06-03T06:00:10Z');
  await look();
  const runs = await sql<{ prompts: { promptId: string }[] }>(
    app.databaseUrl,
    `select plan->'prompts' as prompts from probe_run where schedule_id = $1 order by id`,
    [schedule.id],
  );
  // One in twenty of twelve, rounded up; the one that was just asked tells less than one that never was.
  expect(runs.map(({ prompts }) => prompts.length)).toEqual([1, 1]);
  expect(runs[0]?.prompts[0]?.promptId).not.toBe(runs[1]?.prompts[0]?.promptId);
});

test('while it is paused nothing starts, and what passed is not made up for', async () => {
  const schedule = await create();
  const paused = await pauseSchedule(app.deps, tenant, schedule.id);
  expect(paused).toMatchObject({ paused: true, nextRunAt: null });
  expect(nextRunsOf(paused)).toEqual([]);
  at('2026-06-03T12:00:00Z');
  await look();
  const moved = await updateSchedule(app.deps, tenant, schedule.id, { cron: '0 7 * * *' });
  expect(moved.nextRunAt).toBeNull();
  const resumed = await resumeSchedule(app.deps, tenant, schedule.id);
  expect(resumed.nextRunAt).toEqual(new Date('2026-06-04T07:00:00Z'));
  await look();
  expect(await ticksOf(schedule)).toEqual([]);
});

test('a change replaces what is given, and another time counts from now on', async () => {
  const schedule = await create({ name: 'Morning', dailyCeilingCalls: 100 });
  const changed = await updateSchedule(app.deps, tenant, schedule.id, {
    name: null,
    timeZone: 'Asia/Tokyo',
    dailyCeilingCalls: null,
    samplesPerPrompt: 2,
  });
  expect(changed).toMatchObject({
    ...{ name: null, cron: '0 6 * * *', timeZone: 'Asia/Tokyo', platforms: ['chatgpt'] },
    ...{ dailyCeilingCalls: null, samplesPerPrompt: 2, version: 2 },
    nextRunAt: new Date('2026-06-01T21:00:00Z'),
  });
  at('2026-06-01T12:30:00Z');
  const named = await updateSchedule(app.deps, tenant, schedule.id, { name: 'Tokyo' });
  expect(named).toMatchObject({ name: 'Tokyo', nextRunAt: changed.nextRunAt, updatedAt: now });
});

describe('bad input names its field:', () => {
  test.each<[string, Partial<NewSchedule>, RegExp]>([
    ['cron', { cron: '0 6 31 2 *' }, /never fires/],
    ['cron', { cron: '*/5 * * * *' }, /once every 60 minutes/],
    ['cron', { cron: 'at six' }, /five fields/],
    ['timeZone', { timeZone: 'Europe/Berlinn' }, /IANA/],
    ['platforms', { platforms: ['altavista'] }, /altavista/],
    ['platforms', { platforms: [] }, /at least one/],
    ['samplesPerPrompt', { samplesPerPrompt: 21 }, /1 to 20/],
    ['dailyCeilingCalls', { dailyCeilingCalls: 11 }, /one needs 12 calls/],
    ['dailyCeilingCalls', { dailyCeilingCalls: 0 }, /whole number/],
    ['dailyCeilingUsd', { dailyCeilingUsd: 0 }, /more than 0/],
    ['dailyCeilingUsd', { dailyCeilingUsd: Number.NaN }, /more than 0/],
    ['name', { name: ' ' }, /empty/],
  ])('%s in %j', async (field, fields, message) => {
    const fault = {
      code: 'BAD_INPUT',
      message: expect.stringMatching(message),
      details: { field },
    };
    await expect(create(fields)).rejects.toMatchObject(fault);
    const whole = { brandId, cron: '0 6 * * *', platforms: ['chatgpt'], ...fields };
    await expect(previewSchedule(app.deps, tenant, whole)).rejects.toMatchObject(fault);
    const { id } = await create();
    await expect(updateSchedule(app.deps, tenant, id, fields)).rejects.toMatchObject(fault);
    expect(await loadSchedules(app.deps, tenant, [brandId])).toHaveLength(1);
  });

  test('a ceiling in dollars under the cost of one run', async () => {
    await perform(app, tenant, await start(app, tenant, { id: brandId }));
    await sql(app.databaseUrl, 'update answer set cost_usd = 0.01 where brand_id = $1', [brandId]);
    const fault = {
      details: { field: 'dailyCeilingUsd' },
      message: expect.stringContaining('$0.1200'),
    };
    await expect(create({ dailyCeilingUsd: 0.11 })).rejects.toMatchObject(fault);
    const { id } = await create({ dailyCeilingUsd: 0.12 });
    await expect(
      updateSchedule(app.deps, tenant, id, { samplesPerPrompt: 2 }),
    ).rejects.toMatchObject({ details: { field: 'dailyCeilingUsd' } });
    const input = { brandId, cron: '0 6 * * *', platforms: ['chatgpt', 'grok'] };
    const { cost, nextRuns } = await previewSchedule(app.deps, tenant, input);
    expect(cost).toEqual({ prompts: 12, calls: 24, costUsd: expect.closeTo(0.24) });
    expect(nextRuns).toHaveLength(5);
  });

  test('a pack that has nothing to ask, and one for priority prompts', async () => {
    const { id: promptPackId } = await createPromptPack(app.deps, tenant, { name: 'Empty' });
    const field = { details: { field: 'promptPackId' } };
    await expect(create({ promptPackId })).rejects.toMatchObject(field);
    await expect(create({ promptPackId, prompts: 'picker' })).rejects.toMatchObject(field);
  });
});

test('a brand holds ten, also when two ask for the last place', async () => {
  for (let made = 0; made < 9; made += 1) await create();
  const both = await Promise.allSettled([create(), create()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(create()).rejects.toMatchObject({ details: { field: 'brandId' } });
});

test('on the free tier none is made, changed or resumed; it can be paused and deleted', async () => {
  const { id } = await create();
  await setTier(app.deps, tenant.accountId, 'free');
  const low = { code: 'TIER_TOO_LOW' };
  await expect(create()).rejects.toMatchObject(low);
  await expect(updateSchedule(app.deps, tenant, id, {})).rejects.toMatchObject(low);
  await expect(resumeSchedule(app.deps, tenant, id)).rejects.toMatchObject(low);
  expect(await pauseSchedule(app.deps, tenant, id)).toMatchObject({ paused: true });
  expect(await deleteSchedule(app.deps, tenant, id)).toBe(id);
});

test('the same request with a key makes one', async () => {
  const input = { brandId, cron: '0 6 * * *' };
  const ask = () => createSchedule(app.deps, ownerOf(tenant), input, 'key');
  expect((await ask()).id).toBe((await ask()).id);
  expect(await loadSchedules(app.deps, tenant, [brandId])).toHaveLength(1);
});

test('a deleted one starts nothing, and its runs stay', async () => {
  const schedule = await create();
  at('2026-06-02T06:00:10Z');
  await look();
  await finish(schedule);
  await deleteSchedule(app.deps, tenant, schedule.id);
  at('2026-06-03T06:00:10Z');
  await look();
  expect(await runsOf(schedule)).toMatchObject([{ status: 'completed' }]);
  await expect(find(schedule)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a deleted brand starts nothing from then on, and takes its schedules with it', async () => {
  const schedule = await create();
  await deleteBrand(app.deps, tenant, brandId);
  at('2026-06-02T06:00:10Z');
  await look();
  const left = () =>
    sql(
      app.databaseUrl,
      `select 1 from probe_run where brand_id = $1 union all select 2 from schedule where brand_id = $1
       union all select 3 from schedule_tick where schedule_id = $2 union all select 4 from auth.schedule_due where schedule_id = $2`,
      [brandId, schedule.id],
    );
  expect(await left()).toHaveLength(2);
  await removeBrand(app.deps, tenant, brandId);
  expect(await left()).toEqual([]);
});

test('the log is kept for 90 days', async () => {
  const schedule = await create({ cron: '0 6 1 * *' });
  at('2026-07-01T06:00:10Z');
  await look();
  await finish(schedule);
  at('2026-08-01T06:00:10Z');
  await look();
  at('2026-10-15T06:00:00Z');
  await forgetOld(app.deps);
  expect(await ticksOf(schedule)).toMatchObject([
    { scheduledFor: new Date('2026-08-01T06:00:00Z') },
  ]);
});
