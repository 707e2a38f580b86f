import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Deps } from '../../../src/deps.js';
import { listProbeRuns } from '../../../src/services/runs/probe-run.js';
import {
  createSchedule,
  type NewSchedule,
} from '../../../src/services/schedules/change-schedule.js';
import {
  findSchedule,
  loadScheduleTicks,
  nextRunsOf,
  type ScheduleRow,
} from '../../../src/services/schedules/schedule.js';
import { startScheduled } from '../../../src/services/schedules/start-scheduled.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import {
  createTenant,
  makeBrand,
  ownerOf,
  perform,
  type Tenant,
} from '../../helpers/records/probe.js';

export let app: TestApp;
export let tenant: Tenant;
export let brandId: string;
export let now = new Date('2026-06-01T12:00:00Z');
export const at = (time: string) => {
  now = new Date(time);
};
const never = new AbortController().signal;
export const look = (deps: Deps = app.deps) => startScheduled(deps, never);
export const create = (fields: Partial<NewSchedule> = {}) =>
  createSchedule(
    app.deps,
    ownerOf(tenant),
    { brandId, cron: '0 6 * * *', platforms: ['chatgpt'], ...fields },
    null,
  );
export const ticksOf = ({ id }: { id: string }) => loadScheduleTicks(app.deps, tenant, [id], 100);
export const find = ({ id }: { id: string }) => findSchedule(app.deps, tenant, id);
export const shown = (schedule: ScheduleRow) =>
  nextRunsOf(schedule).map((time) => time.toISOString());
export const runsOf = async (schedule: { id: string }) => {
  const filter = { brandId, status: null };
  const { rows } = await listProbeRuns(app.deps, tenant, { first: 100, after: null }, filter);
  return rows.filter(({ scheduleId }) => scheduleId === schedule.id);
};
/** Works off what a schedule has started, so that the brand is free for the next one. */
export const finish = async (schedule: { id: string }) => {
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
