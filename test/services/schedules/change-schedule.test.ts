import { describe, expect, test } from '@jest/globals';
import { setTier } from '../../../src/services/accounts/account.js';
import { deleteBrand } from '../../../src/services/brands/brand.js';
import { removeBrand } from '../../../src/services/brands/remove-brand.js';
import { forgetOld } from '../../../src/services/operations/retention.js';
import { createPack } from '../../../src/services/prompts/prompt.js';
import {
  createSchedule,
  deleteSchedule,
  type NewSchedule,
  pauseSchedule,
  previewSchedule,
  resumeSchedule,
  updateSchedule,
} from '../../../src/services/schedules/change-schedule.js';
import { loadSchedules, nextRunsOf } from '../../../src/services/schedules/schedule.js';
import { makeBrand, ownerOf, perform, start } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';
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
  tenant,
  ticksOf,
} from './fixture.js';

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
    ['dailyCeilingCalls', { dailyCeilingCalls: 11 }, /at least 12/],
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
    const { id: promptPackId } = await createPack(app.deps, tenant, { name: 'Empty', prompts: [] });
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
