import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

export enum SchedulePrompts {
  ALL = 'all',
  PICKER = 'picker',
}
registerEnumType(SchedulePrompts, {
  name: 'SchedulePrompts',
  description: 'Prompts that the runs of a schedule ask.',
  valuesConfig: {
    ALL: { description: 'All enabled prompts of the pack.' },
    PICKER: {
      description:
        'The prompts that the picker selects at that time: about 5 % of those that the brand is asked.',
    },
  },
});

export enum ScheduleOutcome {
  STARTED = 'started',
  SKIPPED = 'skipped',
}
registerEnumType(ScheduleOutcome, {
  name: 'ScheduleOutcome',
  description: 'Outcome of a scheduled time.',
  valuesConfig: {
    STARTED: { description: 'A run was started.' },
    SKIPPED: { description: 'No run was started. The time is not retried.' },
  },
});

export enum ScheduleSkipReason {
  RUNNING = 'running',
  CEILING = 'ceiling',
  TIER_TOO_LOW = 'tier',
  OVER_QUOTA = 'quota',
  IMPOSSIBLE = 'impossible',
}
registerEnumType(ScheduleSkipReason, {
  name: 'ScheduleSkipReason',
  description: 'Reason why no run was started.',
  valuesConfig: {
    RUNNING: { description: 'An earlier run of the brand had not ended.' },
    CEILING: { description: 'The run would have exceeded the schedule’s daily ceiling.' },
    TIER_TOO_LOW: { description: 'The account’s tier no longer includes schedules.' },
    OVER_QUOTA: { description: 'The account had too few engine calls left for the day.' },
    IMPOSSIBLE: {
      description: 'The run could not be started for another reason, given in the message.',
    },
  },
});

@ObjectType({ description: 'Outcome of one scheduled time.' })
export class ScheduleTick {
  @Field(() => Instant, { description: 'Time for which the run was scheduled.' })
  scheduledFor!: Date;

  @Field(() => Instant, { description: 'Time at which the run was started or skipped.' })
  decidedAt!: Date;

  @Field(() => ScheduleOutcome, { description: 'Whether a run was started or skipped.' })
  outcome!: ScheduleOutcome;

  @Field(() => ScheduleSkipReason, {
    nullable: true,
    description: 'Reason for skipping; null when a run was started.',
  })
  reason!: ScheduleSkipReason | null;

  @Field(() => String, { nullable: true, description: 'Reason in words; null if a run started.' })
  message!: string | null;

  @Field(() => Int, {
    description:
      'Number of later scheduled times that passed while the service was down, and were merged into this one; 200 stands for 200 or more.',
  })
  missed!: number;

  @Field(() => ID, { nullable: true, description: 'Id of the started run; null when none was.' })
  runId!: string | null;
}

@ObjectType({ description: 'Estimated size and cost of one run of a schedule.' })
export class ScheduleCost {
  @Field(() => Int, { description: 'Number of prompts that the run would ask.' })
  prompts!: number;

  @Field(() => Int, { description: 'Number of engine calls: prompts × platforms × samples.' })
  calls!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Estimated cost in US dollars, at the brand’s mean cost per answer over the last 30 days; null while the cost of a platform is unknown.',
  })
  costUsd!: number | null;
}

@ObjectType({ description: 'A schedule that starts runs of a brand.' })
export class Schedule {
  @Field(() => ID, { description: 'Unique id of the schedule.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the brand that is measured.' })
  brandId!: string;

  @Field(() => String, { nullable: true, description: 'Name of the schedule; null without one.' })
  name!: string | null;

  @Field(() => String, { description: 'Cron: minute, hour, day of month, month, day of week.' })
  cron!: string;

  @Field(() => String, { description: 'IANA name of the time zone of the cron expression.' })
  timeZone!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Ids of the platforms to ask; null for all configured ones.',
  })
  platforms!: string[] | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the prompt pack to ask; null for the pack that the brand is asked by default.',
  })
  promptPackId!: string | null;

  @Field(() => SchedulePrompts, { description: 'Which prompts of the pack to ask.' })
  prompts!: SchedulePrompts;

  @Field(() => Int, { description: 'Number of times each prompt is asked on each platform.' })
  samplesPerPrompt!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Maximum cost of the schedule’s runs per UTC day, in US dollars; null for no ceiling.',
  })
  dailyCeilingUsd!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Maximum number of engine calls of the schedule’s runs per UTC day; null for no ceiling.',
  })
  dailyCeilingCalls!: number | null;

  @Field(() => Instant, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => Instant, { description: 'Time of the last change.' })
  updatedAt!: Date;
}

@ObjectType({ description: 'Times and cost of a schedule that is not stored.' })
export class SchedulePreview {
  @Field(() => [Instant], { description: 'Times of the first five runs.' })
  nextRuns!: Date[];

  @Field(() => ScheduleCost, { description: 'Estimated cost of one run.' })
  cost!: ScheduleCost;
}

@InputType({ description: 'A schedule to create or preview.' })
export class CreateScheduleInput {
  @Field(() => ID, { description: 'Id of the brand to measure. A brand can have ten schedules.' })
  brandId!: string;

  @Field(() => String, { nullable: true, description: 'Name, at most 200 characters.' })
  name?: string | null;

  @Field(() => String, {
    description:
      'Five fields (minute, hour, day of month, month, day of week) or @daily, @weekly or @monthly; at most one run every 60 minutes.',
  })
  cron!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'IANA name of a time zone, such as Europe/Berlin. Default: UTC. A time skipped when clocks go forward runs at the moment of the change; a time that occurs twice runs at the first.',
  })
  timeZone?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Ids of the platforms to ask. Default: all configured ones.',
  })
  platforms?: string[] | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the prompt pack to ask. Default: the pack bound to the account, otherwise the brand’s own.',
  })
  promptPackId?: string | null;

  @Field(() => SchedulePrompts, {
    nullable: true,
    description: 'Prompts of the pack to ask. Default: ALL.',
  })
  prompts?: SchedulePrompts | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of times to ask each prompt on each platform, 1 to 20. Default: 1.',
  })
  samplesPerPrompt?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Maximum cost of the schedule’s runs per UTC day, in US dollars; at least the cost of one run. Platforms of unknown cost are not counted.',
  })
  dailyCeilingUsd?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Maximum number of engine calls of the schedule’s runs per UTC day; at least those of one run.',
  })
  dailyCeilingCalls?: number | null;
}

@InputType({ description: 'Changes to a schedule. Omitted fields remain unchanged.' })
export class UpdateScheduleInput {
  @Field(() => ID, { description: 'Id of the schedule.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'At most 200 characters; null removes it.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'New cron expression, as on creation.' })
  cron?: string | null;

  @Field(() => String, { nullable: true, description: 'New IANA time zone, as on creation.' })
  timeZone?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'New list of platform ids; null for all configured ones.',
  })
  platforms?: string[] | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the prompt pack to ask; null for the pack that the brand is asked by default.',
  })
  promptPackId?: string | null;

  @Field(() => SchedulePrompts, { nullable: true, description: 'Prompts of the pack to ask.' })
  prompts?: SchedulePrompts | null;

  @Field(() => Int, { nullable: true, description: 'Samples per prompt and platform, 1 to 20.' })
  samplesPerPrompt?: number | null;

  @Field(() => Float, { nullable: true, description: 'US dollars per UTC day; null for none.' })
  dailyCeilingUsd?: number | null;

  @Field(() => Int, { nullable: true, description: 'Engine calls per UTC day; null for none.' })
  dailyCeilingCalls?: number | null;
}

@InputType({ description: 'The schedule to pause, resume or delete.' })
export class ScheduleInput {
  @Field(() => ID, { description: 'Id of the schedule.' })
  id!: string;
}

@ObjectType({ description: 'The created or changed schedule.' })
export class SchedulePayload {
  @Field(() => Schedule, { description: 'The schedule after the change.' })
  schedule!: Schedule;
}

@ObjectType({ description: 'The deleted schedule.' })
export class DeleteSchedulePayload {
  @Field(() => ID, { description: 'Id of the deleted schedule.' })
  id!: string;
}
