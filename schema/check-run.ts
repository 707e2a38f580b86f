import {
  createUnionType,
  Field,
  Float,
  ID,
  InputType,
  Int,
  ObjectType,
  registerEnumType,
} from 'type-graphql';
import type { SentimentLabel } from '../src/domain/answers/sentiment.js';
import { RankBasis, Sentiment } from './answer.js';
import { createConnection } from './connection.js';
import { ProbeFailure, ProbeRun, RunKind, RunStatus } from './probe-run.js';
import { Stage } from './prompt.js';
import { Instant } from './scalars.js';

export enum CheckKind {
  SCAN = 'scan',
  QUERY = 'query',
}
registerEnumType(CheckKind, {
  name: 'CheckKind',
  description: 'What a check was started as.',
  valuesConfig: {
    SCAN: { description: 'A free scan of up to three platforms.' },
    QUERY: { description: 'A full query of up to four platforms.' },
  },
});

@ObjectType({
  description: 'What one platform answered in a check: `total ≥ mentions ≥ positive`.',
})
export class CheckSummary {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => Int, { description: 'Answers that came.' })
  total!: number;

  @Field(() => Int, { description: 'Answers that name the brand.' })
  mentions!: number;

  @Field(() => Int, { description: 'Those of them that speak well of it.' })
  positive!: number;

  @Field(() => Int, { description: 'Answers that could not be had; they count nowhere else.' })
  failed!: number;
}

@ObjectType({ description: 'A source link of an answer.' })
export class CheckCitation {
  @Field(() => String, { description: 'The link in canonical form.' })
  sourceUrl!: string;

  @Field(() => String, { description: 'Its registrable domain.' })
  sourceDomain!: string;

  @Field(() => String, { description: 'The words around it.' })
  context!: string;
}

@ObjectType({ description: 'One answer of one platform to one prompt.' })
export class CheckResult {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => String, { description: 'What was asked.' })
  prompt!: string;

  @Field(() => Stage, { description: 'The funnel stage of the prompt.' })
  stage!: Stage;

  @Field(() => String, {
    description: 'What the engine said, as it came; empty once it has expired.',
  })
  text!: string;

  @Field(() => Boolean, { description: 'Whether it names the brand.' })
  mentioned!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'UTF-16 offset of the first mention in the text; null when not named.',
  })
  position!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The brand’s place, from 1; null when not named, and when nothing ranks it.',
  })
  rank!: number | null;

  @Field(() => RankBasis, {
    nullable: true,
    description:
      'What the rank is the place in; null without a rank, and for answers read by an older release.',
  })
  rankBasis!: RankBasis | null;

  @Field(() => Sentiment, {
    nullable: true,
    description: 'How it speaks of the brand; null when it does not name it.',
  })
  sentiment!: SentimentLabel | null;

  @Field(() => [CheckCitation], {
    complexity: ({ childComplexity }) => 10 * childComplexity,
    description: 'The links it cites, in its order.',
  })
  citations!: CheckCitation[];

  @Field(() => String, { description: 'The model that answered.' })
  model!: string;

  @Field(() => Int, { description: 'Tokens that the engine counted.' })
  tokensUsed!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'US dollars, as the engine tells or by its vendor’s list price; null when unknown.',
  })
  costUsd!: number | null;

  @Field(() => Int, { description: 'How long the engine took, in milliseconds.' })
  latencyMs!: number;

  @Field(() => Boolean, {
    description: 'Whether it broke off at a length limit; it counts all the same.',
  })
  truncated!: boolean;
}

@ObjectType({
  description:
    'A scan or a query: one prompt per funnel stage, asked at once. It makes no brand and enters no metric.',
})
export class CheckRun {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => RunKind, { description: 'SCAN or QUERY.' })
  kind!: RunKind;

  @Field(() => RunStatus, {
    description: 'RUNNING, COMPLETED, or FAILED when no platform answered.',
  })
  status!: RunStatus;

  @Field(() => String, { description: 'The name that is looked for.' })
  brandName!: string;

  @Field(() => String, { description: 'The category that is asked about.' })
  category!: string;

  @Field(() => [String], { description: 'The rivals that are looked for.' })
  competitors!: string[];

  @Field(() => [String], { description: 'The platforms that are asked.' })
  platforms!: string[];

  @Field(() => Boolean, { description: 'Whether the sandbox answers instead of real engines.' })
  sandbox!: boolean;

  @Field(() => [ProbeFailure], { description: 'What could not be had.' })
  failures!: ProbeFailure[];

  @Field(() => Float, {
    nullable: true,
    description:
      'What all its calls cost, in US dollars, without those of a judge, which `usage` shows; null while it runs, and when the cost of an answer is unknown.',
  })
  costUsd!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Scans that its caller had left for the day after it; null for a query.',
  })
  rateLimitRemaining!: number | null;

  @Field(() => Boolean, {
    description:
      'Whether its answers were kept as long as this server keeps them; what was counted of them stays.',
  })
  textExpired!: boolean;

  @Field(() => Instant, { description: 'When it was asked for.' })
  createdAt!: Date;

  @Field(() => Instant, { nullable: true, description: 'When its results were written.' })
  completedAt!: Date | null;
}

@ObjectType({ description: 'A page of checks, newest first.' })
export class CheckRunConnection extends createConnection('CheckRun', CheckRun, 'check') {}

export const Run = createUnionType({
  name: 'Run',
  description: 'A run of any kind.',
  types: () => [ProbeRun, CheckRun] as const,
  resolveType: (run) => ('brandId' in run ? 'ProbeRun' : 'CheckRun'),
});

@InputType({ description: 'A free scan.' })
export class RunScanInput {
  @Field(() => String, { description: 'The brand to look for, 1 to 200 characters.' })
  brandName!: string;

  @Field(() => String, { description: 'Its industry or category, 1 to 200 characters.' })
  industry!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'At most 10 rivals, for ranks. Repeats and the brand itself are left out.',
  })
  competitors?: string[] | null;
}

@InputType({ description: 'A full query.' })
export class RunQueryInput {
  @Field(() => String, { description: 'The brand to look for, 1 to 200 characters.' })
  brand!: string;

  @Field(() => String, { description: 'Its category, 1 to 200 characters.' })
  category!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Some of the first four configured platforms; all four unless given.',
  })
  platforms?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'At most 10 rivals, for ranks. Repeats and the brand itself are left out.',
  })
  competitors?: string[] | null;
}

@ObjectType({ description: 'The scan with its answers.' })
export class RunScanPayload {
  @Field(() => CheckRun, { description: 'The scan.' })
  checkRun!: CheckRun;

  @Field(() => Int, { description: 'Scans that are left for the day after this one.' })
  rateLimitRemaining!: number;
}

@ObjectType({ description: 'The query with its answers.' })
export class RunQueryPayload {
  @Field(() => CheckRun, { description: 'The query.' })
  checkRun!: CheckRun;
}
