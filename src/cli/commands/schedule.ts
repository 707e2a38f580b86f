import { type Command, InvalidArgumentError } from 'commander';
import type { Deps, Tenant } from '../../deps.js';
import {
  createSchedule,
  deleteSchedule,
  pauseSchedule,
  resumeSchedule,
} from '../../services/schedules/change-schedule.js';
import {
  loadSchedules,
  loadScheduleTicks,
  nextRunsOf,
  type ScheduleRow,
  type ScheduleTickRow,
} from '../../services/schedules/schedule.js';
import { addNoun, addVerb, parseCount, toList } from '../options.js';
import { addAction, type CommandResult, toTable, toTime } from '../perform.js';
import { selectBrand } from '../select-brand.js';
import {
  addAnyUser,
  addEnvironment,
  checkSelection,
  type OfAnyUser,
  selectAccount,
} from '../selection.js';

const ACCOUNT = "brand's account; only needed when several accounts have a brand of this name";

interface OfBrand extends OfAnyUser {
  brand: string;
}

interface NewSchedule extends OfBrand {
  cron: string;
  timeZone: string;
  name?: string;
  platforms?: string[];
  picker?: boolean;
  samplesPerPrompt: number;
  dailyCeilingUsd?: number;
  dailyCeilingCalls?: number;
}

function toUsd(text: string): number {
  const usd = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !(usd > 0))
    throw new InvalidArgumentError('It must be an amount in US dollars above 0, like 2.50.');
  return usd;
}

const toData = ({ paused: isPaused, version: _, userId: __, ...schedule }: ScheduleRow) => ({
  ...schedule,
  isPaused,
});

const toSummary = (schedule: ScheduleRow): CommandResult => ({
  data: { ...toData(schedule), nextRuns: nextRunsOf(schedule) },
  text: toTable([
    ['schedule', schedule.id],
    ['when', `${schedule.cron} (${schedule.timeZone})`],
    ['next run', toTime(schedule.nextRunAt, 'paused')],
  ]),
});

const toLast = (tick: ScheduleTickRow | undefined): string =>
  tick === undefined
    ? '-'
    : `${toTime(tick.scheduledFor)} ${tick.outcome}${tick.reason === null ? '' : `: ${tick.reason}`}`;

async function listOf(deps: Deps, tenant: Tenant, brandId: string): Promise<CommandResult> {
  const schedules = await loadSchedules(deps, tenant, [brandId]);
  const ids = schedules.map(({ id }) => id);
  const last = new Map(
    (await loadScheduleTicks(deps, tenant, ids, 1)).map((tick) => [tick.scheduleId, tick]),
  );
  const lines = schedules.map((schedule) => [
    ...[schedule.id, schedule.name ?? '-', schedule.cron, schedule.timeZone],
    ...[toTime(schedule.nextRunAt, 'paused'), toLast(last.get(schedule.id))],
  ]);
  const head = ['ID', 'NAME', 'CRON', 'TIME ZONE', 'NEXT RUN', 'LAST TIME'];
  return {
    data: {
      schedules: schedules.map((schedule) => ({
        ...toData(schedule),
        nextRuns: nextRunsOf(schedule),
        last: last.get(schedule.id) ?? null,
      })),
    },
    text: lines.length === 0 ? 'No schedules.' : toTable([head, ...lines]),
  };
}

function addAdd(schedule: Command): void {
  const verb = addVerb(
    schedule,
    'add',
    'Measure a brand on a schedule, given as a cron expression with five fields, at most once an hour.',
    [
      'schedule add --brand Acme --cron "0 6 * * 1-5" --time-zone Europe/Berlin',
      'schedule add --email ada@example.com --brand Acme --cron @daily --picker --daily-ceiling-usd 2.50',
    ],
  );
  addAnyUser(verb, ACCOUNT)
    .requiredOption('--brand <name-or-id>', 'name or id of the brand')
    .requiredOption('--cron <text>', 'minute, hour, day of month, month, day of week')
    .option('--time-zone <name>', 'IANA time zone of the cron expression', 'UTC')
    .option('--name <name>', 'name of the schedule')
    .option('--platforms <list>', 'comma-separated platforms (default: all configured)', toList)
    .option('--picker', 'ask only the current priority prompts instead of all enabled prompts')
    .option(
      '--samples-per-prompt <n>',
      'times each prompt is asked on each platform',
      parseCount,
      1,
    )
    .option('--daily-ceiling-usd <usd>', 'largest cost of its runs per UTC day', toUsd)
    .option(
      '--daily-ceiling-calls <n>',
      'largest number of engine calls of its runs per UTC day',
      parseCount,
    );
  addAction(addEnvironment(verb), async (deps, options: NewSchedule) => {
    const { picker, ...rest } = options;
    const { cron, timeZone, name, platforms, samplesPerPrompt } = rest;
    const { dailyCeilingUsd, dailyCeilingCalls } = rest;
    const { brandId, ...owner } = await selectBrand(deps, options);
    const prompts: 'picker' | 'all' = picker === true ? 'picker' : 'all';
    const input = {
      ...{ brandId, cron, timeZone, name, platforms, samplesPerPrompt, prompts },
      ...{ dailyCeilingUsd, dailyCeilingCalls },
    };
    return toSummary(await createSchedule(deps, owner, input, null));
  });
}

function addList(schedule: Command): void {
  const verb = addVerb(
    schedule,
    'list',
    "List a brand's schedules, with the next run and the outcome of the last one.",
    ['schedule list --brand Acme'],
  );
  addAnyUser(verb, ACCOUNT).requiredOption('--brand <name-or-id>', 'name or id of the brand');
  addAction(addEnvironment(verb), async (deps, options: OfBrand) => {
    const { brandId, ...tenant } = await selectBrand(deps, options);
    return listOf(deps, tenant, brandId);
  });
}

/** Adds a verb that takes the id of a schedule. */
const addAct =
  (
    name: string,
    description: string,
    act: (deps: Deps, tenant: Tenant, id: string) => Promise<CommandResult>,
  ) =>
  (schedule: Command): void => {
    const verb = addVerb(schedule, `${name} <schedule>`, description, [
      `schedule ${name} --email ada@example.com 019a2b3c-…`,
    ]);
    addEnvironment(addAnyUser(checkSelection(verb), "schedule's account"));
    addAction(verb, async (deps, options: OfAnyUser, id) => {
      const accountId = await selectAccount(deps, options);
      return act(deps, { accountId, environment: options.environment }, id);
    });
  };

export const addScheduleCommands = addNoun('schedule', 'Manage schedules that start runs', [
  addAdd,
  addList,
  addAct('pause', 'Pause a schedule. It starts no runs until it is resumed.', async (...of) =>
    toSummary(await pauseSchedule(...of)),
  ),
  addAct(
    'resume',
    'Resume a schedule from its next scheduled time. Missed runs are not made up.',
    async (...of) => toSummary(await resumeSchedule(...of)),
  ),
  addAct('remove', 'Delete a schedule. Its runs are kept.', async (...of) => {
    const removed = await deleteSchedule(...of);
    return { data: { id: removed }, text: toTable([['removed', removed]]) };
  }),
]);
