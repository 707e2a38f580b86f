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
  description: 'Status of a run.',
  valuesConfig: {
    QUEUED: { description: 'The run waits for a worker.' },
    RUNNING: { description: 'A worker is asking the prompts.' },
    COMPLETED: { description: 'All prompts were asked and at least one platform answered.' },
    FAILED: { description: 'All prompts were asked and no platform answered.' },
    CANCELLED: { description: 'The run was cancelled. Answers received before remain.' },
  },
});

export enum RunKind {
  PROBE = 'probe',
  SCAN = 'scan',
  QUERY = 'query',
}
registerEnumType(RunKind, {
  name: 'RunKind',
  description: 'Kind of run.',
  valuesConfig: {
    PROBE: {
      description: 'A run over a brand’s prompts. Only probes enter metrics.',
    },
    SCAN: { description: 'A free scan.' },
    QUERY: { description: 'A full query.' },
  },
});

@ObjectType({
  description: 'Failed answers of one platform. They leave every denominator.',
})
export class ProbeFailure {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => EngineErrorCode, { description: 'Reason for the failures.' })
  code!: EngineErrorCode;

  @Field(() => Int, { description: 'Number of failed answers.' })
  count!: number;
}

@ObjectType({ description: 'A run of prompts against platforms for one brand.' })
export class ProbeRun {
  @Field(() => ID, { description: 'Unique id of the run.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the brand that is measured.' })
  brandId!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the prompt pack; null if not recorded.' })
  promptPackId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the schedule that started the run, which may have been deleted; null when a caller started it.',
  })
  scheduleId!: string | null;

  @Field(() => RunKind, { description: 'Kind of run.' })
  kind!: RunKind;

  @Field(() => RunStatus, { description: 'Status of the run.' })
  status!: RunStatus;

  @Field(() => [String], { description: 'Ids of the platforms that are asked.' })
  platforms!: string[];

  @Field(() => Int, { description: 'Number of times each prompt is asked on each platform.' })
  samplesPerPrompt!: number;

  @Field(() => Boolean, { description: 'Whether the sandbox answers in place of live engines.' })
  sandbox!: boolean;

  @Field(() => Int, { description: 'Number of answers expected: prompts × platforms × samples.' })
  expectedAnswers!: number;

  @Field(() => Int, { description: 'Number of answers received so far.' })
  answered!: number;

  @Field(() => Int, { description: 'Number of failed answers so far.' })
  failed!: number;

  @Field(() => Int, { description: 'Estimated duration from start to end, in milliseconds.' })
  estimatedCompletionMs!: number;

  @Field(() => [ProbeFailure], { description: 'Failed answers; empty until the run has ended.' })
  failures!: ProbeFailure[];

  @Field(() => Instant, { description: 'Time at which the run was queued.' })
  createdAt!: Date;

  @Field(() => Instant, { nullable: true, description: 'Time of the start; null until then.' })
  startedAt!: Date | null;

  @Field(() => Instant, { nullable: true, description: 'Time of completion; null until then.' })
  completedAt!: Date | null;
}

@ObjectType({
  description: 'Metrics of a completed run, over its prompts that do not name the brand.',
})
export class RunMeasures {
  @Field(() => Rate, {
    description:
      'Share of answers that name the brand, as the mean over prompts, then over platforms.',
  })
  visibility!: Rate;

  @Field(() => Boolean, { description: 'Whether a platform without answers is excluded.' })
  partial!: boolean;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean of 1/rank, with 0 for answers without the brand, from 0 to 1; null without answers.',
  })
  meanReciprocalRank!: number | null;

  @Field(() => Rate, { description: 'Share of answers that rank the brand among the first three.' })
  top3Rate!: Rate;

  @Field(() => Rate, {
    description:
      'Citations of the brand’s own domains per answer of an engine that can cite, with the exact Poisson interval. May exceed 1.',
  })
  citationDensity!: Rate;

  @Field(() => Rate, { description: 'Share of the brand’s own domains among all citations.' })
  citationShare!: Rate;

  @Field(() => String, {
    description:
      'Fingerprint of the brand and rivals that were tracked. Compare ranks under the same fingerprint only.',
  })
  entitySetHash!: string;
}

@ObjectType({ description: 'A page of runs, newest first.' })
export class ProbeRunConnection extends createConnection('ProbeRun', ProbeRun, 'run') {}

@ObjectType({ description: 'Results of one platform in a run, over all its answers.' })
export class ProbeResult {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => Boolean, { description: 'Whether any answer names the brand.' })
  mentioned!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'Best rank of the brand, from 1; null when no answer ranks it.',
  })
  rank!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'UTF-16 offset of the first mention in the answer that `snippet` is taken from; null when the brand is not named.',
  })
  position!: number | null;

  @Field(() => String, { description: 'Most informative excerpt, at most 1,000 characters.' })
  snippet!: string;

  @Field(() => Int, { description: 'Tokens used by all answers.' })
  tokensUsed!: number;

  @Field(() => Int, { description: 'Number of answers received.' })
  answers!: number;

  @Field(() => Int, { description: 'Number of answers that name the brand.' })
  mentions!: number;

  @Field(() => Int, { description: 'Number of failed answers.' })
  failed!: number;
}

@InputType({ description: 'A run to start or to estimate.' })
export class StartProbeInput {
  @Field(() => ID, { description: 'Id of the brand to measure.' })
  brandId!: string;

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

  @Field(() => Int, {
    nullable: true,
    description: 'Number of times to ask each prompt on each platform, 1 to 20. Default: 1.',
  })
  samplesPerPrompt?: number | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Prompts of the pack to ask, highest priority first, such as those from the picker. Default: all enabled ones.',
  })
  promptIds?: string[] | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Budget in US dollars. The run asks only as many of the first prompts as the budget covers at recent costs per answer.',
  })
  budgetUsd?: number | null;
}

@ObjectType({ description: 'Estimate for one platform of a run.' })
export class PlatformEstimate {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => Int, { description: 'Number of answers expected.' })
  answers!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Estimated cost in US dollars, at the brand’s mean cost per answer over the last 30 days; null when unknown.',
  })
  costUsd!: number | null;
}

@ObjectType({ description: 'Estimated size, cost and precision of a run.' })
export class ProbeEstimate {
  @Field(() => Int, { description: 'Number of prompts that the run would ask.' })
  prompts!: number;

  @Field(() => Int, { description: 'Number of answers expected from all platforms.' })
  answers!: number;

  @Field(() => [PlatformEstimate], { description: 'Estimate for each platform.' })
  platforms!: PlatformEstimate[];

  @Field(() => Float, {
    nullable: true,
    description:
      'Estimated total cost in US dollars; null while the cost of a platform is unknown.',
  })
  costUsd!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Expected width of the 95 % interval of visibility, from 0 to 1; null when every prompt names the brand.',
  })
  intervalWidth!: number | null;

  @Field(() => Float, {
    description:
      'Visibility that `intervalWidth` assumes, from 0 to 1: that of the last 28 days, or 0.5 without answers.',
  })
  assumedVisibility!: number;

  @Field(() => Int, { description: 'Estimated duration of the run, in milliseconds.' })
  estimatedCompletionMs!: number;

  @Field(() => Boolean, { description: 'Whether the sandbox would answer.' })
  sandbox!: boolean;
}

@InputType({ description: 'The run to cancel or retry.' })
export class ProbeRunInput {
  @Field(() => ID, { description: 'Id of the run.' })
  runId!: string;
}

@ObjectType({ description: 'The started or changed run.' })
export class ProbeRunPayload {
  @Field(() => ProbeRun, { description: 'The run after the change.' })
  probeRun!: ProbeRun;
}
