import { Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Brand } from '../schema/brand.js';
import { Instant } from '../schema/scalars.js';
import {
  CreateScheduleInput,
  DeleteSchedulePayload,
  Schedule,
  ScheduleCost,
  ScheduleInput,
  SchedulePayload,
  SchedulePreview,
  ScheduleTick,
  UpdateScheduleInput,
} from '../schema/schedule.js';
import { type Context, requireCaller, tenantOf } from '../src/request/context.js';
import { checkCount } from '../src/services/input/validate.js';
import {
  createSchedule,
  deleteSchedule,
  pauseSchedule,
  previewSchedule,
  resumeSchedule,
  updateSchedule,
} from '../src/services/schedules/change-schedule.js';
import { findSchedule, nextRunsOf, type ScheduleRow } from '../src/services/schedules/schedule.js';
import { First, Id, InputArg } from './arguments.js';
import { toListCost } from './connection.js';

/** For query complexity. A brand can have ten; most have fewer. */
const USUAL_SCHEDULES = 5;

@Resolver(() => Schedule)
export class ScheduleResolver {
  @Authorized('read')
  @Query(() => Schedule, { nullable: true, description: 'A schedule of the account.' })
  schedule(@Ctx() context: Context, @Id() id: string) {
    return findSchedule(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => SchedulePreview, {
    nullable: true,
    description: 'Times and cost of a schedule before it is created. Nothing is stored.',
  })
  schedulePreview(
    @Ctx() context: Context,
    @InputArg(CreateScheduleInput, 'The schedule to preview.') input: CreateScheduleInput,
  ) {
    return previewSchedule(context.deps, tenantOf(context), input);
  }

  @Authorized('write')
  @Mutation(() => SchedulePayload, {
    description: 'Creates a schedule that starts runs of a brand.',
  })
  async createSchedule(
    @Ctx() context: Context,
    @InputArg(CreateScheduleInput, 'The schedule to create.') input: CreateScheduleInput,
  ) {
    const { deps, idempotencyKey } = context;
    return { schedule: await createSchedule(deps, requireCaller(context), input, idempotencyKey) };
  }

  @Authorized('write')
  @Mutation(() => SchedulePayload, { description: 'Changes a schedule.' })
  async updateSchedule(
    @Ctx() context: Context,
    @InputArg(UpdateScheduleInput, 'The changes.') { id, ...change }: UpdateScheduleInput,
  ) {
    return { schedule: await updateSchedule(context.deps, tenantOf(context), id, change) };
  }

  @Authorized('write')
  @Mutation(() => SchedulePayload, {
    description: 'Pauses a schedule. Times that pass while it is paused are dropped.',
  })
  async pauseSchedule(
    @Ctx() context: Context,
    @InputArg(ScheduleInput, 'The schedule to pause.') { id }: ScheduleInput,
  ) {
    return { schedule: await pauseSchedule(context.deps, tenantOf(context), id) };
  }

  @Authorized('write')
  @Mutation(() => SchedulePayload, { description: 'Resumes a schedule from its next time on.' })
  async resumeSchedule(
    @Ctx() context: Context,
    @InputArg(ScheduleInput, 'The schedule to resume.') { id }: ScheduleInput,
  ) {
    return { schedule: await resumeSchedule(context.deps, tenantOf(context), id) };
  }

  @Authorized('write')
  @Mutation(() => DeleteSchedulePayload, {
    description: 'Deletes a schedule and its log. Runs that it started remain.',
  })
  async deleteSchedule(
    @Ctx() context: Context,
    @InputArg(ScheduleInput, 'The schedule to delete.') { id }: ScheduleInput,
  ) {
    return { id: await deleteSchedule(context.deps, tenantOf(context), id) };
  }

  @FieldResolver(() => Boolean, { description: 'Whether the schedule is paused.' })
  isPaused(@Root() { paused }: ScheduleRow) {
    return paused;
  }

  @FieldResolver(() => [Instant], {
    description: 'Times of the next five runs, soonest first; empty while the schedule is paused.',
  })
  nextRuns(@Root() schedule: ScheduleRow) {
    return nextRunsOf(schedule);
  }

  @FieldResolver(() => ScheduleCost, { description: 'Estimated cost of one run.' })
  cost(@Ctx() context: Context, @Root() schedule: ScheduleRow) {
    return context.loaders().scheduleCost.load(schedule);
  }

  @FieldResolver(() => [ScheduleTick], {
    complexity: toListCost,
    description: 'Outcomes of past scheduled times, latest first; kept for 90 days.',
  })
  log(@Ctx() context: Context, @Root() { id }: ScheduleRow, @First(10) first: number) {
    checkCount('first', first, 1, 100);
    return context.loaders().scheduleTicks(first).load(id);
  }

  @FieldResolver(() => Brand, {
    nullable: true,
    description: 'Brand that is measured; null when it was deleted.',
  })
  brand(@Ctx() context: Context, @Root() { brandId }: ScheduleRow) {
    return context.loaders().brand.load(brandId);
  }
}

@Resolver(() => Brand)
export class BrandScheduleResolver {
  @FieldResolver(() => [Schedule], {
    complexity: ({ childComplexity }) => 1 + USUAL_SCHEDULES * childComplexity,
    description: 'Schedules of the brand, oldest first.',
  })
  schedules(@Ctx() context: Context, @Root() { id }: { id: string }) {
    return context.loaders().schedules.load(id);
  }
}
