import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { createConnection } from './connection.js';
import { EngineErrorCode } from './engine-error.js';
import { Rate } from './rate.js';
import { Instant } from './scalars.js';

export enum RunStatus {
  QUEUED = 'queued',
  RUNNING = 'running',
  COMPLETED = 'completed',
  FAILED = 'failed',
  CANCELLED = 'cancelled',
}
registerEnumType(RunStatus, {
  name: 'RunStatus',
  description: 'Where a run stands.',
  valuesConfig: {
    QUEUED: { description: 'Waits for a worker.' },
    RUNNING: { description: 'Is being asked.' },
    COMPLETED: { description: 'All was asked and at least one platform answered.' },
    FAILED: { description: 'All was asked and no platform answered.' },
    CANCELLED: { description: 'Was stopped; what was answered stays.' },
  },
});

export enum RunKind {
  PROBE = 'probe',
  SCAN = 'scan',
  QUERY = 'query',
}
registerEnumType(RunKind, {
  name: 'RunKind',
  description: 'What a run was started as.',
  valuesConfig: {
    PROBE: {
      description: 'A measured run over a brand’s prompts; the only kind that enters metrics.',
    },
    SCAN: { description: 'A free scan.' },
    QUERY: { description: 'A full query.' },
  },
});

@ObjectType({
  description: 'Answers of one platform that could not be had. They leave every denominator.',
})
export class ProbeFailure {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => EngineErrorCode, {
    description:
      'Why: TIMEOUT, RATE_LIMITED, UNAUTHORIZED, UNAVAILABLE, MALFORMED, TOO_LARGE, REFUSED, EMPTY, or SPENT where the server’s engine budget of the day was used up.',
  })
  code!: EngineErrorCode;

  @Field(() => Int, { description: 'How many answers.' })
  count!: number;
}

@ObjectType({ description: 'One run of prompts against platforms.' })
export class ProbeRun {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, { description: 'The brand it measures.' })
  brandId!: string;

  @Field(() => ID, { nullable: true, description: 'The prompt pack that is asked.' })
  promptPackId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The schedule that started it, also when that is gone; null if somebody did.',
  })
  scheduleId!: string | null;

  @Field(() => RunKind, { description: 'What it was started as.' })
  kind!: RunKind;

  @Field(() => RunStatus, { description: 'Where it stands.' })
  status!: RunStatus;

  @Field(() => [String], { description: 'The platforms that are asked.' })
  platforms!: string[];

  @Field(() => Int, { description: 'How often each prompt is asked on each platform.' })
  samplesPerPrompt!: number;

  @Field(() => Boolean, { description: 'Whether the sandbox answers instead of real engines.' })
  sandbox!: boolean;

  @Field(() => Int, { description: 'Prompts × platforms × samples.' })
  expectedAnswers!: number;

  @Field(() => Int, { description: 'Answers stored so far.' })
  answered!: number;

  @Field(() => Int, { description: 'Answers that could not be had so far.' })
  failed!: number;

  @Field(() => Int, { description: 'Expected length from the start, in milliseconds.' })
  estimatedCompletionMs!: number;

  @Field(() => [ProbeFailure], { description: 'What could not be had, once the run has ended.' })
  failures!: ProbeFailure[];

  @Field(() => Instant, { description: 'When it was queued.' })
  createdAt!: Date;

  @Field(() => Instant, { nullable: true, description: 'When a worker took it.' })
  startedAt!: Date | null;

  @Field(() => Instant, { nullable: true, description: 'When its results were written.' })
  completedAt!: Date | null;
}

@ObjectType({
  description: 'The numbers of a completed run, over its prompts that do not name the brand.',
})
export class RunMeasures {
  @Field(() => Rate, {
    description:
      'Share of answers that name the brand, averaged equally over platforms and prompts.',
  })
  visibility!: Rate;

  @Field(() => Boolean, {
    description: 'Whether a platform of the run gave no answer and so is missing from the average.',
  })
  partial!: boolean;

  @Field(() => Float, {
    nullable: true,
    description: 'Mean of 1/rank, 0 for answers without the brand; from 0 to 1.',
  })
  meanReciprocalRank!: number | null;

  @Field(() => Rate, { description: 'Share of answers that rank the brand in the first three.' })
  top3Rate!: Rate;

  @Field(() => Rate, {
    description:
      'Citations of the brand’s own domains per answer of an engine that can cite; may exceed 1. The interval is the exact Poisson one.',
  })
  citationDensity!: Rate;

  @Field(() => Rate, { description: 'Share of the brand’s own domains among all citations.' })
  citationShare!: Rate;

  @Field(() => String, {
    description:
      'Fingerprint of the brand and rivals that were tracked; ranks compare only under the same one.',
  })
  entitySetHash!: string;
}

@ObjectType({ description: 'A page of runs, newest first.' })
export class ProbeRunConnection extends createConnection('ProbeRun', ProbeRun, 'run') {}

@ObjectType({ description: 'What one platform answered in a run, all its answers together.' })
export class ProbeResult {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => Boolean, { description: 'Whether any answer names the brand.' })
  mentioned!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'The brand’s best place among tracked names, from 1; null when not named.',
  })
  rank!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'UTF-16 offset of the first mention in the answer of the snippet; null when not named.',
  })
  position!: number | null;

  @Field(() => String, { description: 'The most telling excerpt; at most 1,000 characters.' })
  snippet!: string;

  @Field(() => Int, { description: 'Tokens of all answers.' })
  tokensUsed!: number;

  @Field(() => Int, { description: 'Answers that came.' })
  answers!: number;

  @Field(() => Int, { description: 'Answers that name the brand.' })
  mentions!: number;

  @Field(() => Int, { description: 'Answers that could not be had.' })
  failed!: number;
}

@InputType({ description: 'A run to be started.' })
export class StartProbeInput {
  @Field(() => ID, { description: 'The brand to measure.' })
  brandId!: string;

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

  @Field(() => Int, {
    nullable: true,
    description: 'How often each prompt is asked on each platform, 1 to 20; 1 unless given.',
  })
  samplesPerPrompt?: number | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Only these prompts of the pack, most wanted first, such as the picker names them; all enabled ones unless given.',
  })
  promptIds?: string[] | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'US dollars: only the first prompts are asked, as many as this is expected to buy at what answers have cost lately.',
  })
  budgetUsd?: number | null;
}

@ObjectType({ description: 'What a run would ask of one platform.' })
export class PlatformEstimate {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => Int, { description: 'How many answers.' })
  answers!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'US dollars, at what its answers have cost this brand lately; null when unknown.',
  })
  costUsd!: number | null;
}

@ObjectType({ description: 'What a run would ask, cost and tell.' })
export class ProbeEstimate {
  @Field(() => Int, { description: 'Prompts that would be asked.' })
  prompts!: number;

  @Field(() => Int, { description: 'Answers of all platforms together.' })
  answers!: number;

  @Field(() => [PlatformEstimate], { description: 'The same by platform.' })
  platforms!: PlatformEstimate[];

  @Field(() => Float, {
    nullable: true,
    description: 'US dollars for all of it; null while a platform’s cost is unknown.',
  })
  costUsd!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'How wide the 95 % interval of its visibility would be, high less low, if the brand were as visible as it was in the last 28 days (0.5 if nothing is known). Null when every prompt names the brand.',
  })
  intervalWidth!: number | null;

  @Field(() => Float, { description: 'The visibility that this rests on, from 0 to 1.' })
  assumedVisibility!: number;

  @Field(() => Int, { description: 'Milliseconds until it would be completed.' })
  estimatedCompletionMs!: number;

  @Field(() => Boolean, { description: 'Whether the sandbox would answer.' })
  sandbox!: boolean;
}

@InputType({ description: 'A run to act on.' })
export class ProbeRunInput {
  @Field(() => ID, { description: 'The run.' })
  runId!: string;
}

@ObjectType({ description: 'The run as it is now.' })
export class ProbeRunPayload {
  @Field(() => ProbeRun, { description: 'The run.' })
  probeRun!: ProbeRun;
}
