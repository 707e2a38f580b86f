import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

export enum SchedulePrompts {
  ALL = 'all',
  PICKER = 'picker',
}
registerEnumType(SchedulePrompts, {
  name: 'SchedulePrompts',
  description: 'Which prompts the runs of a schedule ask.',
  valuesConfig: {
    ALL: { description: 'All enabled ones of the pack.' },
    PICKER: {
      description:
        'The priority prompts of the moment: about 5 % of those that the brand is asked.',
    },
  },
});

export enum ScheduleOutcome {
  STARTED = 'started',
  SKIPPED = 'skipped',
}
registerEnumType(ScheduleOutcome, {
  name: 'ScheduleOutcome',
  description: 'What became of a scheduled time.',
  valuesConfig: {
    STARTED: { description: 'A run was started.' },
    SKIPPED: { description: 'No run was started, and none will be for this time.' },
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
  description: 'Why no run was started.',
  valuesConfig: {
    RUNNING: { description: 'An earlier run of the brand had not ended.' },
    CEILING: { description: 'It would have been more than the schedule’s daily ceiling.' },
    TIER_TOO_LOW: { description: 'The account’s tier holds no schedules any more.' },
    OVER_QUOTA: { description: 'Too few of the account’s engine calls of the day were left.' },
    IMPOSSIBLE: {
      description: 'There was nothing to ask or nobody to ask it, as the message says.',
    },
  },
});

@ObjectType({ description: 'What became of one time of a schedule.' })
export class ScheduleTick {
  @Field(() => Instant, { description: 'When the run was to start.' })
  scheduledFor!: Date;

  @Field(() => Instant, { description: 'When it was started or skipped.' })
  decidedAt!: Date;

  @Field(() => ScheduleOutcome, { description: 'Which of the two.' })
  outcome!: ScheduleOutcome;

  @Field(() => ScheduleSkipReason, {
    nullable: true,
    description: 'Why it was skipped; null if it was not.',
  })
  reason!: ScheduleSkipReason | null;

  @Field(() => String, { nullable: true, description: 'The same in words.' })
  message!: string | null;

  @Field(() => Int, {
    description:
      'Later times that had passed by then, while the service was down, and for which no run of their own was started; 200 stands for more.',
  })
  missed!: number;

  @Field(() => ID, { nullable: true, description: 'The run that was started; null if none was.' })
  runId!: string | null;
}

@ObjectType({ description: 'What one run of a schedule would ask and cost as things stand.' })
export class ScheduleCost {
  @Field(() => Int, { description: 'Prompts that would be asked.' })
  prompts!: number;

  @Field(() => Int, { description: 'Engine calls: prompts × platforms × samples.' })
  calls!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'US dollars, at what answers have cost the brand in the last 30 days; null while a platform’s cost is unknown.',
  })
  costUsd!: number | null;
}

@ObjectType({ description: 'Runs of a brand that start by the clock.' })
export class Schedule {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, { description: 'The brand it measures.' })
  brandId!: string;

  @Field(() => String, { nullable: true, description: 'What it is called.' })
  name!: string | null;

  @Field(() => String, {
    description: 'When it runs: minute, hour, day of month, month, day of week.',
  })
  cron!: string;

  @Field(() => String, { description: 'On the clocks of which time zone, by its IANA name.' })
  timeZone!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'The platforms that are asked; null for all that are configured.',
  })
  platforms!: string[] | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The prompt pack that is asked; null for what the brand is asked unless one is named.',
  })
  promptPackId!: string | null;

  @Field(() => SchedulePrompts, { description: 'Which prompts of it.' })
  prompts!: SchedulePrompts;

  @Field(() => Int, { description: 'How often each prompt is asked on each platform.' })
  samplesPerPrompt!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'US dollars that its runs may cost in a UTC day; null for no ceiling.',
  })
  dailyCeilingUsd!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Engine calls that its runs may make in a UTC day; null for no ceiling.',
  })
  dailyCeilingCalls!: number | null;

  @Field(() => Instant, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => Instant, { description: 'When it was last changed.' })
  updatedAt!: Date;
}

@ObjectType({ description: 'What a schedule would do. Nothing is stored.' })
export class SchedulePreview {
  @Field(() => [Instant], { description: 'Its first five runs.' })
  nextRuns!: Date[];

  @Field(() => ScheduleCost, { description: 'What one of them would cost.' })
  cost!: ScheduleCost;
}

@InputType({ description: 'A schedule to be made.' })
export class CreateScheduleInput {
  @Field(() => ID, { description: 'The brand to measure; it may have ten schedules.' })
  brandId!: string;

  @Field(() => String, { nullable: true, description: 'A name for it; at most 200 characters.' })
  name?: string | null;

  @Field(() => String, {
    description:
      'Five fields (minute, hour, day of month, month, day of week) or @daily, @weekly, @monthly; once every 60 minutes is the most.',
  })
  cron!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The IANA name of a time zone, such as Europe/Berlin; UTC unless given. A time that is left out when clocks go forward counts for the moment at which they do, one that exists twice for the first.',
  })
  timeZone?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The platforms to ask; all configured ones unless given.',
  })
  platforms?: string[] | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The prompts to ask; unless given, the pack that the account has bound to itself, else the brand’s own.',
  })
  promptPackId?: string | null;

  @Field(() => SchedulePrompts, {
    nullable: true,
    description: 'Which prompts of it; ALL unless given.',
  })
  prompts?: SchedulePrompts | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How often each prompt is asked on each platform, 1 to 20; 1 unless given.',
  })
  samplesPerPrompt?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'US dollars that its runs may cost in a UTC day; one run at least. While a platform’s cost is unknown, the others’ count.',
  })
  dailyCeilingUsd?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Engine calls that its runs may make in a UTC day; one run’s at least.',
  })
  dailyCeilingCalls?: number | null;
}

@InputType({ description: 'What to change of a schedule; what is left out stays.' })
export class UpdateScheduleInput {
  @Field(() => ID, { description: 'The schedule.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Null takes the name away.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'As when it is made.' })
  cron?: string | null;

  @Field(() => String, { nullable: true, description: 'As when it is made.' })
  timeZone?: string | null;

  @Field(() => [String], { nullable: true, description: 'Null for all that are configured.' })
  platforms?: string[] | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Null for what the brand is asked unless one is named.',
  })
  promptPackId?: string | null;

  @Field(() => SchedulePrompts, { nullable: true, description: 'Which prompts of it.' })
  prompts?: SchedulePrompts | null;

  @Field(() => Int, { nullable: true, description: '1 to 20.' })
  samplesPerPrompt?: number | null;

  @Field(() => Float, { nullable: true, description: 'US dollars; null for no ceiling.' })
  dailyCeilingUsd?: number | null;

  @Field(() => Int, { nullable: true, description: 'Engine calls; null for no ceiling.' })
  dailyCeilingCalls?: number | null;
}

@InputType({ description: 'A schedule to act on.' })
export class ScheduleInput {
  @Field(() => ID, { description: 'The schedule.' })
  id!: string;
}

@ObjectType({ description: 'The schedule as it is now.' })
export class SchedulePayload {
  @Field(() => Schedule, { description: 'The schedule.' })
  schedule!: Schedule;
}

@ObjectType({ description: 'The schedule that is gone.' })
export class DeleteSchedulePayload {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}
