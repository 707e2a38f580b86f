import { nextFires } from '../../domain/time/cron.js';
import { openTimeZone, type TimeZone } from '../../domain/time/time-zone.js';
import type { SchedulePrompts, SkipReason } from '../../entities/schedule.js';
import { badInput } from '../../errors.js';
import { selectOne, selectRows } from '../input/select.js';

export interface ScheduleRow {
  id: string;
  brandId: string;
  userId: string;
  name: string | null;
  cron: string;
  timeZone: string;
  /** Null for all that are configured when the time has come. */
  platforms: string[] | null;
  /** Null for what the brand is asked without it. */
  promptPackId: string | null;
  prompts: SchedulePrompts;
  samplesPerPrompt: number;
  dailyCeilingUsd: number | null;
  dailyCeilingCalls: number | null;
  paused: boolean;
  version: number;
  /** Null while it is paused. */
  nextRunAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface ScheduleTickRow {
  scheduleId: string;
  scheduledFor: Date;
  decidedAt: Date;
  outcome: 'started' | 'skipped';
  reason: SkipReason | null;
  message: string | null;
  /** Times that passed while nobody worked, and that this one stands for. */
  missed: number;
  runId: string | null;
}

const SHOWN_RUNS = 5;

const COLUMNS = `s.id, s.brand_id as "brandId", s.user_id as "userId", s.name, s.cron, s.time_zone as "timeZone", s.platforms,
  s.prompt_pack_id as "promptPackId", s.prompts, s.samples_per_prompt as "samplesPerPrompt",
  s.daily_ceiling_usd as "dailyCeilingUsd", s.daily_ceiling_calls as "dailyCeilingCalls", s.paused, s.version,
  s.created_at as "createdAt", s.updated_at as "updatedAt", d.due_at as "nextRunAt"`;
const VISIBLE = `from schedule s
    join brand b on (b.account_id, b.environment, b.id) = (s.account_id, s.environment, s.brand_id) and b.deleted_at is null
    left join auth.schedule_due d on (d.account_id, d.environment, d.schedule_id) = (s.account_id, s.environment, s.id)
    where s.account_id = :accountId and s.environment = :environment`;

export const findSchedule = selectOne<ScheduleRow>('schedule', {
  name: 'schedule',
  text: `select ${COLUMNS} ${VISIBLE} and s.id = :id`,
});

/** Oldest first; a brand has a few. */
export const loadSchedules = selectRows<ScheduleRow, [brandIds: readonly string[]]>(
  {
    name: 'schedules-of-brands',
    text: `select ${COLUMNS} ${VISIBLE} and s.brand_id = any(:brandIds) order by s.id`,
  },
  'brandIds',
);

/** What became of the last times of each schedule, the latest first. */
export const loadScheduleTicks = selectRows<
  ScheduleTickRow,
  [scheduleIds: readonly string[], first: number]
>(
  {
    name: 'schedule-ticks',
    text: `select t.schedule_id as "scheduleId", t.scheduled_for as "scheduledFor", t.decided_at as "decidedAt", t.outcome,
      t.reason, t.message, t.missed, t.run_id as "runId"
    from unnest(:scheduleIds::uuid[]) as wanted (id) cross join lateral (
      select * from schedule_tick where account_id = :accountId and environment = :environment and schedule_id = wanted.id
      order by scheduled_for desc limit :first) t order by t.schedule_id, t.scheduled_for desc`,
  },
  'scheduleIds',
  'first',
);

export function toTimeZone(name: string): TimeZone {
  const zone = openTimeZone(name);
  if (zone === null)
    throw badInput(
      'timeZone',
      'must be a time zone by its IANA name, such as Europe/Berlin or UTC',
    );
  return zone;
}

/** The next five runs, soonest first; none while it is paused. */
export function nextRunsOf({ cron, timeZone, nextRunAt }: ScheduleRow): Date[] {
  if (nextRunAt === null) return [];
  return [nextRunAt, ...nextFires(cron, toTimeZone(timeZone), nextRunAt, SHOWN_RUNS - 1)];
}
