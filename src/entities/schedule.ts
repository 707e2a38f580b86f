import { defineEntity, p } from '@mikro-orm/core';
import { identified, instant, tenant } from './tenant.js';

/** All enabled prompts, or the prompts that the picker chooses at the start of the run. */
export type SchedulePrompts = 'all' | 'picker';
export type SkipReason = 'running' | 'ceiling' | 'tier' | 'quota' | 'impossible';

export const Schedule = defineEntity({
  name: 'Schedule',
  tableName: 'schedule',
  properties: {
    ...identified,
    brandId: p.uuid(),
    userId: p.uuid(),
    name: p.string().nullable(),
    cron: p.string(),
    timeZone: p.string(),
    platforms: p.array().$type<string[]>().nullable(),
    promptPackId: p.uuid().nullable(),
    prompts: p.string().$type<SchedulePrompts>(),
    samplesPerPrompt: p.smallint(),
    dailyCeilingUsd: p.double().nullable(),
    dailyCeilingCalls: p.integer().nullable(),
    paused: p.boolean(),
    /** Incremented by every change, so that a planned run can detect that it is out of date. */
    version: p.integer(),
    createdAt: instant(),
    updatedAt: instant(),
  },
});

/** A scheduled time and its outcome. The primary key prevents two starts for one time. */
export const ScheduleTick = defineEntity({
  name: 'ScheduleTick',
  tableName: 'schedule_tick',
  properties: {
    ...tenant,
    scheduleId: p.uuid().primary(),
    scheduledFor: instant().primary(),
    decidedAt: instant(),
    outcome: p.string().$type<'started' | 'skipped'>(),
    reason: p.string().$type<SkipReason>().nullable(),
    message: p.text().nullable(),
    missed: p.integer(),
    runId: p.uuid().nullable(),
  },
});
