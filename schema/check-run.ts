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
  description: 'Kind of check.',
  valuesConfig: {
    SCAN: { description: 'A free scan of up to three platforms.' },
    QUERY: { description: 'A full query of up to four platforms.' },
  },
});

@ObjectType({
  description: 'Counts of one platform’s answers in a check: `total ≥ mentions ≥ positive`.',
})
export class CheckSummary {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => Int, { description: 'Number of answers received.' })
  total!: number;

  @Field(() => Int, { description: 'Number of answers that name the brand.' })
  mentions!: number;

  @Field(() => Int, { description: 'Number of answers that name the brand favourably.' })
  positive!: number;

  @Field(() => Int, { description: 'Number of failed answers. They count in no other field.' })
  failed!: number;
}

@ObjectType({ description: 'A link that an answer cites.' })
export class CheckCitation {
  @Field(() => String, { description: 'Cited URL in canonical form.' })
  sourceUrl!: string;

  @Field(() => String, { description: 'Registrable domain of the URL.' })
  sourceDomain!: string;

  @Field(() => String, { description: 'Sentence around the link.' })
  context!: string;
}

@ObjectType({ description: 'One answer of one platform to one prompt of a check.' })
export class CheckResult {
  @Field(() => String, { description: 'Id of the platform that answered, such as chatgpt.' })
  platform!: string;

  @Field(() => String, { description: 'Text of the prompt.' })
  prompt!: string;

  @Field(() => Stage, { description: 'Funnel stage of the prompt.' })
  stage!: Stage;

  @Field(() => String, {
    description: 'Text as the engine returned it; empty once it has expired.',
  })
  text!: string;

  @Field(() => Boolean, { description: 'Whether the answer names the brand.' })
  mentioned!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'UTF-16 offset of the first mention in the text; null when the brand is not named.',
  })
  position!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Rank of the brand in the answer, from 1; null when the brand is not named or nothing ranks it.',
  })
  rank!: number | null;

  @Field(() => RankBasis, {
    nullable: true,
    description:
      'Order that the rank is taken from; null without a rank, and for answers analysed by an older release.',
  })
  rankBasis!: RankBasis | null;

  @Field(() => Sentiment, {
    nullable: true,
    description: 'Tone of the answer towards the brand; null when the brand is not named.',
  })
  sentiment!: SentimentLabel | null;

  @Field(() => [CheckCitation], {
    complexity: ({ childComplexity }) => 10 * childComplexity,
    description: 'Links that the answer cites, in the order of the answer.',
  })
  citations!: CheckCitation[];

  @Field(() => String, { description: 'Name of the model that answered.' })
  model!: string;

  @Field(() => Int, { description: 'Tokens used, as counted by the engine.' })
  tokensUsed!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Cost in US dollars, as reported by the engine or by its vendor’s list price; null when unknown.',
  })
  costUsd!: number | null;

  @Field(() => Int, { description: 'Response time of the engine, in milliseconds.' })
  latencyMs!: number;

  @Field(() => Boolean, {
    description: 'Whether the answer was cut off at a length limit. It counts all the same.',
  })
  truncated!: boolean;
}

@ObjectType({
  description:
    'A scan or a query. It asks one prompt per funnel stage, creates no brand and enters no metric.',
})
export class CheckRun {
  @Field(() => ID, { description: 'Unique id of the check.' })
  id!: string;

  @Field(() => RunKind, { description: 'SCAN or QUERY.' })
  kind!: RunKind;

  @Field(() => RunStatus, {
    description: 'RUNNING, COMPLETED, or FAILED when no platform answered.',
  })
  status!: RunStatus;

  @Field(() => String, { description: 'Name that the answers are searched for.' })
  brandName!: string;

  @Field(() => String, { description: 'Category that the prompts ask about.' })
  category!: string;

  @Field(() => [String], { description: 'Rivals that the answers are searched for.' })
  competitors!: string[];

  @Field(() => [String], { description: 'Ids of the platforms that are asked.' })
  platforms!: string[];

  @Field(() => Boolean, { description: 'Whether the sandbox answers in place of live engines.' })
  sandbox!: boolean;

  @Field(() => [ProbeFailure], { description: 'Failed answers, by platform and error code.' })
  failures!: ProbeFailure[];

  @Field(() => Float, {
    nullable: true,
    description:
      'Total cost of the answers in US dollars, without the judge’s calls, which `usage` reports; null while the check runs, and when the cost of an answer is unknown.',
  })
  costUsd!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Scans left to the caller for the day after this scan; null for a query.',
  })
  rateLimitRemaining!: number | null;

  @Field(() => Boolean, {
    description:
      'Whether the texts of the answers were deleted at the end of their retention period. Measurements taken from them remain.',
  })
  textExpired!: boolean;

  @Field(() => Instant, { description: 'Time of the request.' })
  createdAt!: Date;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which the results were stored; null until then.',
  })
  completedAt!: Date | null;
}

@ObjectType({ description: 'A page of checks, newest first.' })
export class CheckRunConnection extends createConnection('CheckRun', CheckRun, 'check') {}

export const Run = createUnionType({
  name: 'Run',
  description: 'A run of any kind: a probe, a scan or a query.',
  types: () => [ProbeRun, CheckRun] as const,
  resolveType: (run) => ('brandId' in run ? 'ProbeRun' : 'CheckRun'),
});

@InputType({ description: 'A free scan to run.' })
export class RunScanInput {
  @Field(() => String, { description: 'Brand to look for, 1 to 200 characters.' })
  brandName!: string;

  @Field(() => String, { description: 'Industry or category of the brand, 1 to 200 characters.' })
  industry!: string;

  @Field(() => [String], {
    nullable: true,
    description:
      'Rivals to rank the brand against, at most 10. Duplicates and the brand itself are ignored.',
  })
  competitors?: string[] | null;
}

@InputType({ description: 'A full query to run.' })
export class RunQueryInput {
  @Field(() => String, { description: 'Brand to look for, 1 to 200 characters.' })
  brand!: string;

  @Field(() => String, { description: 'Category of the brand, 1 to 200 characters.' })
  category!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Platforms to ask, from the first four configured ones. Default: all four.',
  })
  platforms?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Rivals to rank the brand against, at most 10. Duplicates and the brand itself are ignored.',
  })
  competitors?: string[] | null;
}

@ObjectType({ description: 'The finished scan.' })
export class RunScanPayload {
  @Field(() => CheckRun, { description: 'The scan with its answers.' })
  checkRun!: CheckRun;

  @Field(() => Int, { description: 'Scans left to the caller for the day after this scan.' })
  rateLimitRemaining!: number;
}

@ObjectType({ description: 'The finished query.' })
export class RunQueryPayload {
  @Field(() => CheckRun, { description: 'The query with its answers.' })
  checkRun!: CheckRun;
}
