import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startScheduled } from '../../src/services/schedules/start-scheduled.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { bearer, post } from '../helpers/client/client.js';
import { makeBrand } from '../helpers/records/probe.js';

let app: TestApp;
let account: TestAccount;
let brandId: string;
let now = new Date('2026-06-01T12:00:00Z');

const SHOWN = `id name cron timeZone platforms prompts samplesPerPrompt dailyCeilingUsd dailyCeilingCalls isPaused nextRuns
  cost { prompts calls costUsd } log { scheduledFor decidedAt outcome reason message missed runId } brand { name }`;
const CREATE = `mutation($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { ${SHOWN} } } }`;
const UPDATE = `mutation($input: UpdateScheduleInput!) { updateSchedule(input: $input) { schedule { ${SHOWN} } } }`;
const act = (name: string, shown: string) =>
  `mutation($input: ScheduleInput!) { ${name}(input: $input) { ${shown} } }`;
const ask = (query: string, variables: object, key = account.key) =>
  post(app.url, bearer(key), query, { ...variables });

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { now: () => now });
  account = await app.createAccount();
  const tenant = { accountId: account.accountId, environment: 'test' as const };
  ({ id: brandId } = await makeBrand(app, tenant));
});
afterAll(() => app.dispose());

test('from the form to the log', async () => {
  const input = { brandId, cron: '0 6 * * *', timeZone: 'Europe/Berlin', prompts: 'PICKER' };
  const preview = `query($input: CreateScheduleInput!) { schedulePreview(input: $input) { nextRuns cost { prompts calls costUsd } } }`;
  const shown = await ask(preview, { input });
  const times = [2, 3, 4, 5, 6].map((day) => `2026-06-0${day}T04:00:00.000Z`);
  const cost = { prompts: 1, calls: 6, costUsd: null };
  expect(shown.data.schedulePreview).toEqual({ nextRuns: times, cost });

  const made = (await ask(CREATE, { input })).data.createSchedule.schedule;
  expect(made).toEqual({
    ...{ id: made.id, name: null, cron: '0 6 * * *', timeZone: 'Europe/Berlin', platforms: null },
    ...{ prompts: 'PICKER', samplesPerPrompt: 1, dailyCeilingUsd: null, dailyCeilingCalls: null },
    ...{ isPaused: false, nextRuns: times, cost, log: [], brand: { name: 'Acme' } },
  });
  const { id } = made;
  const change = { id, prompts: 'ALL', platforms: ['grok'], dailyCeilingCalls: 12 };
  const changed = (await ask(UPDATE, { input: change })).data.updateSchedule.schedule;
  expect(changed).toMatchObject({ prompts: 'ALL', cost: { prompts: 12, calls: 12 } });

  now = new Date('2026-06-02T04:00:30Z');
  await startScheduled(app.deps, new AbortController().signal);
  const listed = await ask(
    'query($id: ID!) { brand(id: $id) { schedules { id log(first: 1) { outcome runId reason } } } probeRuns(brandId: $id) { nodes { id scheduleId } } }',
    { id: brandId },
  );
  const [run] = listed.data.probeRuns.nodes;
  expect(run).toEqual({ id: run.id, scheduleId: id });
  expect(listed.data.brand.schedules).toEqual([
    { id, log: [{ outcome: 'STARTED', runId: run.id, reason: null }] },
  ]);
  now = new Date('2026-06-03T04:00:30Z');
  await startScheduled(app.deps, new AbortController().signal);
  const found = await ask(`query($id: ID!) { schedule(id: $id) { ${SHOWN} } }`, { id });
  expect(found.data.schedule.log[0]).toMatchObject({
    ...{ scheduledFor: times[1], outcome: 'SKIPPED', reason: 'RUNNING', missed: 0, runId: null },
  });

  const paused = await ask(act('pauseSchedule', 'schedule { isPaused nextRuns }'), {
    input: { id },
  });
  expect(paused.data.pauseSchedule.schedule).toEqual({ isPaused: true, nextRuns: [] });
  const resumed = await ask(act('resumeSchedule', 'schedule { isPaused nextRuns }'), {
    input: { id },
  });
  expect(resumed.data.resumeSchedule.schedule).toMatchObject({ isPaused: false });
  const deleted = await ask(act('deleteSchedule', 'id'), { input: { id } });
  expect(deleted.data.deleteSchedule).toEqual({ id });
});

test('what is wrong is told with its field', async () => {
  const answers = await Promise.all(
    [
      { cron: '0 0 31 2 *' },
      { cron: '* * * * *' },
      { timeZone: 'Europe/Berlinn' },
      { dailyCeilingCalls: 71 },
      { dailyCeilingUsd: -1 },
    ].map((fields) => ask(CREATE, { input: { brandId, cron: '0 6 * * *', ...fields } })),
  );
  expect(answers.map(({ errors }) => [errors?.[0]?.extensions.code, errors?.[0]?.message])).toEqual(
    [
      ['BAD_INPUT', 'cron never fires, because no such day exists'],
      ['BAD_INPUT', 'cron must not fire more than once every 60 minutes'],
      ['BAD_INPUT', expect.stringMatching(/^timeZone must be a time zone/)],
      ['BAD_INPUT', 'dailyCeilingCalls must be at least 72, the calls of one run'],
      ['BAD_INPUT', 'dailyCeilingUsd must be more than 0 and at most 1000000'],
    ],
  );
});

test('the free tier has none', async () => {
  const free = await app.createAccount({ tier: 'free' });
  const tenant = { accountId: free.accountId, environment: 'test' as const };
  const brand = await makeBrand(app, tenant);
  const { errors } = await ask(CREATE, { input: { brandId: brand.id, cron: '@daily' } }, free.key);
  expect(errors).toMatchObject([
    {
      message: 'schedules require the starter tier or above',
      extensions: { code: 'TIER_TOO_LOW' },
    },
  ]);
});
