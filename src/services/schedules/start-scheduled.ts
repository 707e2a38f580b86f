import { type Deps, type Statement, SYSTEM, type Tenant, type Transaction } from '../../deps.js';
import { countFires, nextFires } from '../../domain/time/cron.js';
import { ScheduleTick, type SkipReason } from '../../entities/schedule.js';
import { AppError } from '../../errors.js';
import { requirePaidTier } from '../accounts/paid-tier.js';
import { lockBrand } from '../brands/brand.js';
import { listPicks } from '../picker/picker.js';
import { type PlannedProbe, planProbe } from '../runs/plan-probe.js';
import { queueProbe } from '../runs/probe-run.js';
import { setDue } from './change-schedule.js';
import { findSchedule, type ScheduleRow, toTimeZone } from './schedule.js';
import { overCeiling } from './schedule-cost.js';

const DUE_AT_ONCE = 100;
const STARTS_AT_ONCE = 4;
const MOST_PICKS = 200;
/** Missed times are counted this far; there is one run for all of them anyway. */
const MOST_MISSED = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Due extends Tenant {
  scheduleId: string;
  dueAt: Date;
}
interface Skip {
  reason: SkipReason;
  message: string;
}
type Decision = { planned: PlannedProbe } | { skip: Skip };

/** Page by page, so that one that fails stands in nobody's way. */
const DUE: Statement = {
  name: 'schedules-due',
  text: `select account_id as "accountId", environment, schedule_id as "scheduleId", due_at as "dueAt"
    from auth.schedule_due where due_at <= :now and (due_at, schedule_id) > (:dueAt, :scheduleId) order by due_at, schedule_id limit ${DUE_AT_ONCE}`,
};

/** Failures that are told to the user; any other is ours, and the time is tried again. */
function toSkip(error: unknown): Skip {
  if (!(error instanceof AppError)) throw error;
  const { code, message } = error;
  if (code === 'TIER_TOO_LOW') return { reason: 'tier', message };
  if (code === 'RATE_LIMITED') return { reason: 'quota', message };
  return { reason: 'impossible', message };
}

async function decide(deps: Deps, tenant: Tenant, schedule: ScheduleRow): Promise<Decision> {
  const { brandId, platforms, promptPackId, samplesPerPrompt } = schedule;
  try {
    await requirePaidTier(deps, tenant, 'schedules');
    const picks =
      schedule.prompts === 'picker' ? await listPicks(deps, tenant, brandId, MOST_PICKS) : null;
    const promptIds = picks?.items.map(({ promptId }) => promptId) ?? null;
    const input = { brandId, platforms, promptPackId, samplesPerPrompt, promptIds };
    const planned = await planProbe(deps, tenant, input);
    const message = await overCeiling(deps, tenant, schedule);
    return message === null ? { planned } : { skip: { reason: 'ceiling', message } };
  } catch (error) {
    return { skip: toSkip(error) };
  }
}

/** The brand first, as others do; false when the time was taken or the schedule changed since it was read. */
async function take(tx: Transaction, schedule: ScheduleRow): Promise<boolean> {
  if (!(await lockBrand(tx, schedule.brandId))) return false;
  const { id } = schedule;
  const [found] = await tx.execute<{ version: number }>(
    'select version from schedule where account_id = :accountId and environment = :environment and id = :id for update',
    { id },
  );
  const [due] = await tx.execute<{ dueAt: Date }>(
    'select due_at as "dueAt" from auth.schedule_due where account_id = :accountId and environment = :environment and schedule_id = :id',
    { id },
  );
  return (
    found?.version === schedule.version &&
    due !== undefined &&
    new Date(due.dueAt).getTime() === schedule.nextRunAt?.getTime()
  );
}

async function findRunning(tx: Transaction, brandId: string): Promise<Skip | null> {
  const [run] = await tx.execute<{ id: string }>(
    `select id from probe_run where account_id = :accountId and environment = :environment and brand_id = :brandId and status in ('queued', 'running')
     order by id limit 1`,
    { brandId },
  );
  if (run === undefined) return null;
  return { reason: 'running', message: `the brand’s run ${run.id} has not ended yet` };
}

/** The run, its place in the log and the next time are one transaction: of two workers one does it. */
async function carryOut(
  deps: Deps,
  tenant: Tenant,
  schedule: ScheduleRow,
  decision: Decision,
): Promise<void> {
  const { id: scheduleId, userId, cron, timeZone, nextRunAt: scheduledFor } = schedule;
  if (scheduledFor === null) return;
  await deps.db.transaction(tenant, async (tx) => {
    if (!(await take(tx, schedule))) return;
    const now = deps.now();
    const skip =
      (await findRunning(tx, schedule.brandId)) ?? ('skip' in decision ? decision.skip : null);
    const zone = toTimeZone(timeZone);
    const missed = countFires(cron, zone, { from: scheduledFor, to: now }, MOST_MISSED);
    await setDue(tx, scheduleId, nextFires(cron, zone, now, 1)[0] ?? null);
    const tick = { ...tenant, scheduleId, scheduledFor, decidedAt: now, missed };
    if (skip !== null) {
      await tx.em.insert(ScheduleTick, { ...tick, ...skip, outcome: 'skipped', runId: null });
    } else if ('planned' in decision) {
      const owner = { ...tenant, userId };
      const run = await queueProbe(deps, tx, owner, decision.planned, scheduleId);
      const started = { outcome: 'started' as const, reason: null, message: null, runId: run.id };
      await tx.em.insert(ScheduleTick, { ...tick, ...started });
    }
  });
}

async function startDue(deps: Deps, { scheduleId, accountId, environment }: Due): Promise<void> {
  const tenant: Tenant = { accountId, environment };
  let schedule: ScheduleRow;
  try {
    schedule = await findSchedule(deps, tenant, scheduleId);
  } catch (error) {
    // Deleted since it was read, or its brand was, and a job takes both away.
    if (error instanceof AppError && error.code === 'NOT_FOUND') return;
    throw error;
  }
  const { nextRunAt } = schedule;
  if (nextRunAt === null || nextRunAt > deps.now()) return;
  const decision = await decide(deps, tenant, schedule);
  try {
    await carryOut(deps, tenant, schedule, decision);
  } catch (error) {
    // The account's calls of the day are known only where they are taken.
    await carryOut(deps, tenant, schedule, { skip: toSkip(error) });
  }
}

/**
 * Starts what is due, of all accounts. Of the times that passed while nobody worked, each schedule gets
 * one run. May be broken off, done again, and done by several workers at once.
 */
export async function startScheduled(deps: Deps, stop: AbortSignal): Promise<void> {
  let last: { dueAt: Date; scheduleId: string } = { dueAt: new Date(0), scheduleId: FIRST_ID };
  while (!stop.aborted) {
    const due = await deps.db.query<Due>(SYSTEM, DUE, { now: deps.now(), ...last });
    for (let at = 0; at < due.length && !stop.aborted; at += STARTS_AT_ONCE) {
      const group = due.slice(at, at + STARTS_AT_ONCE);
      await Promise.all(
        group.map((one) =>
          startDue(deps, one).catch((error) =>
            deps.log.error(
              { err: error, scheduleId: one.scheduleId },
              'a scheduled run did not start',
            ),
          ),
        ),
      );
    }
    const end = due.at(-1);
    if (end === undefined || due.length < DUE_AT_ONCE) return;
    last = end;
  }
}
