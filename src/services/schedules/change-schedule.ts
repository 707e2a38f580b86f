import type { Deps, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { nextFires, readCron } from '../../domain/time/cron.js';
import { Schedule, type SchedulePrompts } from '../../entities/schedule.js';
import { badInput, notFound } from '../../errors.js';
import { requirePaidTier } from '../accounts/paid-tier.js';
import { findBrand, lockBrand } from '../brands/brand.js';
import { once } from '../input/idempotency.js';
import { checkCount, checkText } from '../input/validate.js';
import { findPackOf } from '../prompts/prompt-pack.js';
import { choosePlatforms } from '../runs/choose-platforms.js';
import { findSchedule, type ScheduleRow, toTimeZone } from './schedule.js';
import { costSchedules, toUsd } from './schedule-cost.js';

type Owner = Tenant & { userId: string };

/** Input for a schedule; omitted fields keep their value or take the default. */
export interface ScheduleChange {
  name?: string | null | undefined;
  cron?: string | null | undefined;
  timeZone?: string | null | undefined;
  platforms?: string[] | null | undefined;
  promptPackId?: string | null | undefined;
  prompts?: SchedulePrompts | null | undefined;
  samplesPerPrompt?: number | null | undefined;
  dailyCeilingUsd?: number | null | undefined;
  dailyCeilingCalls?: number | null | undefined;
}
export type NewSchedule = ScheduleChange & { brandId: string; cron: string };

export interface SchedulePlan {
  nextRuns: Date[];
  cost: { prompts: number; calls: number; costUsd: number | null };
}

const WHAT = 'schedules';
const NAME_LENGTH = 200;
const SCHEDULES_PER_BRAND = 10;
const MOST_SAMPLES = 20;
const MOST_USD = 1_000_000;
const MOST_CALLS = 10_000_000;
const SHOWN_RUNS = 5;

type Settings = Omit<
  ScheduleRow,
  'id' | 'userId' | 'paused' | 'version' | 'nextRunAt' | 'createdAt' | 'updatedAt'
>;

const toTenant = ({ accountId, environment }: Tenant): Tenant => ({ accountId, environment });

function toCron(text: string): string {
  const read = readCron(text);
  if ('problem' in read) throw badInput('cron', read.problem);
  return read.text;
}

/**
 * Validates the given fields and converts them to stored form. Every error names its field. Reads no
 * data.
 */
function toFields(deps: Deps, tenant: Tenant, given: ScheduleChange): Partial<Settings> {
  const { name, cron, timeZone, platforms, promptPackId, prompts } = given;
  const { samplesPerPrompt, dailyCeilingUsd, dailyCeilingCalls } = given;
  const fields: Partial<Settings> = {};
  if (name !== undefined) fields.name = name === null ? null : checkText('name', name, NAME_LENGTH);
  if (cron != null) fields.cron = toCron(cron);
  if (timeZone != null) fields.timeZone = toTimeZone(timeZone).name;
  if (platforms !== undefined)
    fields.platforms = platforms === null ? null : choosePlatforms(deps, tenant, platforms);
  if (promptPackId !== undefined) fields.promptPackId = promptPackId;
  if (prompts != null) fields.prompts = prompts;
  if (samplesPerPrompt != null)
    fields.samplesPerPrompt = checkCount('samplesPerPrompt', samplesPerPrompt, 1, MOST_SAMPLES);
  if (dailyCeilingUsd != null && !(dailyCeilingUsd > 0 && dailyCeilingUsd <= MOST_USD))
    throw badInput('dailyCeilingUsd', `must be more than 0 and at most ${MOST_USD}`);
  if (dailyCeilingUsd !== undefined) fields.dailyCeilingUsd = dailyCeilingUsd;
  if (dailyCeilingCalls != null) checkCount('dailyCeilingCalls', dailyCeilingCalls, 1, MOST_CALLS);
  if (dailyCeilingCalls !== undefined) fields.dailyCeilingCalls = dailyCeilingCalls;
  return fields;
}

function checkPack({ prompts, promptPackId }: Settings): void {
  if (prompts === 'picker' && promptPackId !== null)
    throw badInput(
      'promptPackId',
      'must be omitted when prompts is PICKER: priority prompts come from the default pack of the brand',
    );
}

/** Cost of one run; rejects a ceiling below it. */
async function checkCost(
  deps: Deps,
  tenant: Tenant,
  settings: Settings,
): Promise<SchedulePlan['cost']> {
  const { brandId, dailyCeilingUsd, dailyCeilingCalls, promptPackId } = settings;
  await findPackOf(deps, tenant, brandId, promptPackId);
  const [run] = await costSchedules(deps, tenant, [settings]);
  if (run === undefined || run.prompts === 0)
    throw badInput('promptPackId', 'must be a pack with enabled prompts');
  const { prompts, calls, costUsd, knownUsd } = run;
  if (dailyCeilingCalls !== null && dailyCeilingCalls < calls)
    throw badInput('dailyCeilingCalls', `must be at least ${calls}, the calls of one run`);
  if (dailyCeilingUsd !== null && dailyCeilingUsd < knownUsd)
    throw badInput(
      'dailyCeilingUsd',
      `must be at least ${toUsd(knownUsd)}, the estimated cost of one run`,
    );
  return { prompts, calls, costUsd };
}

function toNewSettings(
  deps: Deps,
  tenant: Tenant,
  { brandId, cron, ...more }: NewSchedule,
): Settings {
  const settings: Settings = {
    ...{ brandId, cron, name: null, timeZone: 'UTC', platforms: null, promptPackId: null },
    ...{ prompts: 'all', samplesPerPrompt: 1, dailyCeilingUsd: null, dailyCeilingCalls: null },
    ...toFields(deps, tenant, { ...more, cron }),
  };
  checkPack(settings);
  return settings;
}

/** Sets the next due time; null removes it. */
export async function setDue(
  tx: Transaction,
  scheduleId: string,
  dueAt: Date | null,
): Promise<void> {
  if (dueAt === null) {
    await tx.execute(
      'delete from auth.schedule_due where account_id = :accountId and environment = :environment and schedule_id = :scheduleId',
      { scheduleId },
    );
    return;
  }
  await tx.execute(
    `insert into auth.schedule_due (account_id, environment, schedule_id, due_at) values (:accountId, :environment, :scheduleId, :dueAt)
     on conflict (account_id, environment, schedule_id) do update set due_at = excluded.due_at`,
    { scheduleId, dueAt },
  );
}

const firstAfter = (deps: StoreDeps, { cron, timeZone }: Pick<Settings, 'cron' | 'timeZone'>) =>
  nextFires(cron, toTimeZone(timeZone), deps.now(), 1)[0] ?? null;

/** Next runs of such a schedule, and the cost of one run. Stores nothing. */
export async function previewSchedule(
  deps: Deps,
  tenant: Tenant,
  input: NewSchedule,
): Promise<SchedulePlan> {
  const settings = toNewSettings(deps, tenant, input);
  const { cron, timeZone } = settings;
  await findBrand(deps, tenant, input.brandId);
  return {
    cost: await checkCost(deps, tenant, settings),
    nextRuns: nextFires(cron, toTimeZone(timeZone), deps.now(), SHOWN_RUNS),
  };
}

export async function createSchedule(
  deps: Deps,
  owner: Owner,
  input: NewSchedule,
  idempotencyKey: string | null,
): Promise<ScheduleRow> {
  const tenant = toTenant(owner);
  await requirePaidTier(deps, tenant, WHAT);
  const settings = toNewSettings(deps, tenant, input);
  await findBrand(deps, tenant, input.brandId);
  await checkCost(deps, tenant, settings);
  const request = { operation: 'createSchedule', key: idempotencyKey, input: settings };
  const { answer } = await once(deps, tenant, request, async (tx) => {
    const id = newId();
    const now = deps.now();
    await checkScheduleLimit(tx, tenant, settings.brandId);
    const begun = { paused: false, version: 1, createdAt: now, updatedAt: now };
    await tx.em.insert(Schedule, { ...tenant, ...settings, ...begun, id, userId: owner.userId });
    await setDue(tx, id, firstAfter(deps, settings));
    return { id };
  });
  return findSchedule(deps, tenant, answer.id);
}

/** Locks the brand, so that of two concurrent requests for its last place one succeeds. */
async function checkScheduleLimit(tx: Transaction, tenant: Tenant, brandId: string): Promise<void> {
  if (!(await lockBrand(tx, brandId))) throw notFound('brand');
  if ((await tx.em.count(Schedule, { ...tenant, brandId })) >= SCHEDULES_PER_BRAND)
    throw badInput('brandId', `must be a brand with fewer than ${SCHEDULES_PER_BRAND} schedules`);
}

/** Locks the schedule, so that no run is planned from outdated settings. */
async function change(
  deps: StoreDeps,
  tenant: Tenant,
  id: string,
  fields: Partial<Settings> & { paused?: boolean },
  dueAt: Date | null | undefined,
): Promise<ScheduleRow> {
  await deps.db.transaction(tenant, async (tx) => {
    const [found] = await tx.execute<{ version: number }>(
      'select version from schedule where account_id = :accountId and environment = :environment and id = :id for update',
      { id },
    );
    if (found === undefined) throw notFound('schedule');
    const version = found.version + 1;
    await tx.em.nativeUpdate(
      Schedule,
      { ...tenant, id },
      { ...fields, version, updatedAt: deps.now() },
    );
    if (dueAt !== undefined) await setDue(tx, id, dueAt);
  });
  return findSchedule(deps, tenant, id);
}

/** Changes the given fields; null removes a name, ceiling, pack or choice of platforms. */
export async function updateSchedule(
  deps: Deps,
  owner: Tenant,
  id: string,
  given: ScheduleChange,
): Promise<ScheduleRow> {
  const tenant = toTenant(owner);
  await requirePaidTier(deps, tenant, WHAT);
  const fields = toFields(deps, tenant, given);
  const before = await findSchedule(deps, tenant, id);
  const settings: Settings = { ...before, ...fields };
  checkPack(settings);
  // A change of name or time does not affect the cost.
  const { name: _name, cron: _cron, timeZone: _zone, ...costing } = fields;
  if (Object.keys(costing).length > 0) await checkCost(deps, tenant, settings);
  const isMoved = settings.cron !== before.cron || settings.timeZone !== before.timeZone;
  const dueAt = isMoved && !before.paused ? firstAfter(deps, settings) : undefined;
  return change(deps, tenant, id, fields, dueAt);
}

/** Times that pass while the schedule is paused are not made up. */
export async function pauseSchedule(
  deps: StoreDeps,
  owner: Tenant,
  id: string,
): Promise<ScheduleRow> {
  const tenant = toTenant(owner);
  const before = await findSchedule(deps, tenant, id);
  if (before.paused) return before;
  return change(deps, tenant, id, { paused: true }, null);
}

export async function resumeSchedule(
  deps: StoreDeps,
  owner: Tenant,
  id: string,
): Promise<ScheduleRow> {
  const tenant = toTenant(owner);
  await requirePaidTier(deps, tenant, WHAT);
  const before = await findSchedule(deps, tenant, id);
  if (!before.paused) return before;
  return change(deps, tenant, id, { paused: false }, firstAfter(deps, before));
}

/** Deletes the schedule and its log; the runs that it started remain. */
export async function deleteSchedule(deps: StoreDeps, owner: Tenant, id: string): Promise<string> {
  const tenant = toTenant(owner);
  await findSchedule(deps, tenant, id);
  const deleted = await deps.db.transaction(tenant, (tx) =>
    tx.em.nativeDelete(Schedule, { ...tenant, id }),
  );
  if (deleted === 0) throw notFound('schedule');
  return id;
}
