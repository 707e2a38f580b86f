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

const WHOSE = 'whose brand, where several accounts have one of the name';

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
    throw new InvalidArgumentError('It must be US dollars above 0, like 2.50.');
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
    'Have a brand measured by the clock: cron with five fields, once an hour at most.',
    [
      'schedule add --brand Acme --cron "0 6 * * 1-5" --time-zone Europe/Berlin',
      'schedule add --email ada@example.com --brand Acme --cron @daily --picker --daily-ceiling-usd 2.50',
    ],
  );
  addAnyUser(verb, WHOSE)
    .requiredOption('--brand <name-or-id>', 'which brand')
    .requiredOption('--cron <text>', 'minute, hour, day of month, month, day of week')
    .option('--time-zone <name>', 'on whose clocks, by the IANA name', 'UTC')
    .option('--name <name>', 'what it is called')
    .option('--platforms <list>', 'of those configured (default: all)', toList)
    .option('--picker', 'ask the priority prompts of the moment instead of all that are enabled')
    .option('--samples-per-prompt <n>', 'how often each prompt is asked', parseCount, 1)
    .option('--daily-ceiling-usd <usd>', 'what its runs may cost in a UTC day', toUsd)
    .option(
      '--daily-ceiling-calls <n>',
      'engine calls that its runs may make in a UTC day',
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
    "A brand's schedules, with their last time and next run.",
    ['schedule list --brand Acme'],
  );
  addAnyUser(verb, WHOSE).requiredOption('--brand <name-or-id>', 'which brand');
  addAction(addEnvironment(verb), async (deps, options: OfBrand) => {
    const { brandId, ...tenant } = await selectBrand(deps, options);
    return listOf(deps, tenant, brandId);
  });
}

/** A verb about one schedule, by its id. */
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
    addEnvironment(addAnyUser(checkSelection(verb), 'whose schedule'));
    addAction(verb, async (deps, options: OfAnyUser, id) => {
      const accountId = await selectAccount(deps, options);
      return act(deps, { accountId, environment: options.environment }, id);
    });
  };

export const addScheduleCommands = addNoun('schedule', 'Runs that start by the clock', [
  addAdd,
  addList,
  addAct('pause', 'Start no more runs until it is resumed.', async (...of) =>
    toSummary(await pauseSchedule(...of)),
  ),
  addAct(
    'resume',
    'Go on with the next time; what passed meanwhile is not made up for.',
    async (...of) => toSummary(await resumeSchedule(...of)),
  ),
  addAct('remove', 'Delete it; its runs stay.', async (...of) => {
    const removed = await deleteSchedule(...of);
    return { data: { id: removed }, text: toTable([['removed', removed]]) };
  }),
]);
