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

/** A brand may have ten, and most have fewer. */
const USUAL_SCHEDULES = 5;

@Resolver(() => Schedule)
export class ScheduleResolver {
  @Authorized('read')
  @Query(() => Schedule, { nullable: true, description: 'One schedule of the account.' })
  schedule(@Ctx() context: Context, @Id() id: string) {
    return findSchedule(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => SchedulePreview, {
    nullable: true,
    description: 'When such a schedule would run and what a run would cost. It stores nothing.',
  })
  schedulePreview(
    @Ctx() context: Context,
    @InputArg(CreateScheduleInput, 'What would be made.') input: CreateScheduleInput,
  ) {
    return previewSchedule(context.deps, tenantOf(context), input);
  }

  @Authorized('write')
  @Mutation(() => SchedulePayload, { description: 'Has a brand measured by the clock.' })
  async createSchedule(
    @Ctx() context: Context,
    @InputArg(CreateScheduleInput, 'What to make.') input: CreateScheduleInput,
  ) {
    const { deps, idempotencyKey } = context;
    return { schedule: await createSchedule(deps, requireCaller(context), input, idempotencyKey) };
  }

  @Authorized('write')
  @Mutation(() => SchedulePayload, { description: 'Changes what is given of a schedule.' })
  async updateSchedule(
    @Ctx() context: Context,
    @InputArg(UpdateScheduleInput, 'What to change.') { id, ...change }: UpdateScheduleInput,
  ) {
    return { schedule: await updateSchedule(context.deps, tenantOf(context), id, change) };
  }

  @Authorized('write')
  @Mutation(() => SchedulePayload, {
    description: 'Starts no more runs; times that pass meanwhile are not made up for.',
  })
  async pauseSchedule(
    @Ctx() context: Context,
    @InputArg(ScheduleInput, 'Which one.') { id }: ScheduleInput,
  ) {
    return { schedule: await pauseSchedule(context.deps, tenantOf(context), id) };
  }

  @Authorized('write')
  @Mutation(() => SchedulePayload, { description: 'Goes on with the next time that is to come.' })
  async resumeSchedule(
    @Ctx() context: Context,
    @InputArg(ScheduleInput, 'Which one.') { id }: ScheduleInput,
  ) {
    return { schedule: await resumeSchedule(context.deps, tenantOf(context), id) };
  }

  @Authorized('write')
  @Mutation(() => DeleteSchedulePayload, {
    description: 'Deletes a schedule with its log; the runs that it started stay.',
  })
  async deleteSchedule(
    @Ctx() context: Context,
    @InputArg(ScheduleInput, 'Which one.') { id }: ScheduleInput,
  ) {
    return { id: await deleteSchedule(context.deps, tenantOf(context), id) };
  }

  @FieldResolver(() => Boolean, { description: 'Whether it waits to be resumed.' })
  isPaused(@Root() { paused }: ScheduleRow) {
    return paused;
  }

  @FieldResolver(() => [Instant], {
    description: 'Its next five runs, soonest first; none while it is paused.',
  })
  nextRuns(@Root() schedule: ScheduleRow) {
    return nextRunsOf(schedule);
  }

  @FieldResolver(() => ScheduleCost, { description: 'What one run would cost as things stand.' })
  cost(@Ctx() context: Context, @Root() schedule: ScheduleRow) {
    return context.loaders().scheduleCost.load(schedule);
  }

  @FieldResolver(() => [ScheduleTick], {
    complexity: toListCost,
    description: 'What became of its last times, the latest first; kept for 90 days.',
  })
  log(@Ctx() context: Context, @Root() { id }: ScheduleRow, @First(10) first: number) {
    checkCount('first', first, 1, 100);
    return context.loaders().scheduleTicks(first).load(id);
  }

  @FieldResolver(() => Brand, { nullable: true, description: 'The brand it measures.' })
  brand(@Ctx() context: Context, @Root() { brandId }: ScheduleRow) {
    return context.loaders().brand.load(brandId);
  }
}

@Resolver(() => Brand)
export class BrandScheduleResolver {
  @FieldResolver(() => [Schedule], {
    complexity: ({ childComplexity }) => 1 + USUAL_SCHEDULES * childComplexity,
    description: 'Its runs by the clock, oldest first.',
  })
  schedules(@Ctx() context: Context, @Root() { id }: { id: string }) {
    return context.loaders().schedules.load(id);
  }
}
