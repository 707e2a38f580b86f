import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Brand } from './brand.js';
import { Instant } from './scalars.js';

export enum WindowPeriod {
  MINUTE = 'minute',
  HOUR = 'hour',
  DAY = 'day',
}
registerEnumType(WindowPeriod, {
  name: 'WindowPeriod',
  description: 'How long a window of requests is; a day is any 24 hours.',
});

export enum Purpose {
  PROBE = 'probe',
  SCAN = 'scan',
  QUERY = 'query',
  REWRITE = 'rewrite',
  JUDGE = 'judge',
}
registerEnumType(Purpose, {
  name: 'Purpose',
  description: 'What engines are asked for.',
  valuesConfig: {
    PROBE: { description: 'Probe runs.' },
    SCAN: { description: 'Scans.' },
    QUERY: { description: 'Queries.' },
    REWRITE: { description: 'Rewrites and suggestions.' },
    JUDGE: { description: 'Votes of the judge.' },
  },
});

@ObjectType({ description: 'How one of the sliding windows stands that the account’s keys share.' })
export class UsageWindow {
  @Field(() => WindowPeriod, { description: 'How long it is: in no such time is more admitted.' })
  name!: WindowPeriod;

  @Field(() => Int, { description: 'Requests in any such time.' })
  limit!: number;

  @Field(() => Int, {
    description: 'Requests that count now; places that other processes hold ready are among them.',
  })
  used!: number;

  @Field(() => Instant, {
    nullable: true,
    description: 'When a place next frees; null while none is used.',
  })
  resetsAt!: Date | null;
}

@ObjectType({ description: 'Requests of one key to one path.' })
export class EndpointUsage {
  @Field(() => String, {
    description: 'As GET /api/v1/brands; a root field of GraphQL as graphql Query.brands.',
  })
  endpoint!: string;

  @Field(() => ID, { nullable: true, description: 'The key; null for sessions.' })
  keyId!: string | null;

  @Field(() => Int, { description: 'How many, the refused ones too.' })
  requests!: number;

  @Field(() => Int, { description: 'Those that a limit refused.' })
  refused!: number;
}

@ObjectType({ description: 'Requests of a time, counted by key and path.' })
export class RequestUsage {
  @Field(() => Int, { description: 'How many, the refused ones too.' })
  requests!: number;

  @Field(() => Int, { description: 'Those that a limit refused.' })
  refused!: number;

  @Field(() => [EndpointUsage], { description: 'The most frequent first, at most 100.' })
  endpoints!: EndpointUsage[];
}

@ObjectType({ description: 'Calls of engines and what they cost.' })
class Spending {
  @Field(() => Int, { description: 'Calls, failed ones too.' })
  calls!: number;

  @Field(() => Int, { description: 'Those that failed.' })
  failed!: number;

  @Field(() => Float, { description: 'Tokens.' })
  tokensUsed!: number;

  @Field(() => Float, { description: 'US dollars, as far as costs are known.' })
  costUsd!: number;

  @Field(() => Int, { description: 'Answers whose cost is not known.' })
  unpriced!: number;
}

@ObjectType({ description: 'What was spent on one platform.' })
export class PlatformSpending extends Spending {
  @Field(() => String, { description: 'Its id.' })
  platform!: string;
}

@ObjectType({ description: 'What was spent on one day.' })
export class DaySpending extends Spending {
  @Field(() => String, { description: 'The UTC day on which the calls were made.' })
  day!: string;
}

@ObjectType({ description: 'What was spent on one brand.' })
export class BrandSpending extends Spending {
  @Field(() => ID, {
    nullable: true,
    description:
      'Its id; null for scans, queries and rewrites, which have no brand of the account.',
  })
  brandId!: string | null;

  @Field(() => Brand, { nullable: true, description: 'The brand, unless it was deleted.' })
  brand?: Brand | null;
}

@ObjectType({ description: 'What one key has spent.' })
export class KeySpending extends Spending {
  @Field(() => ID, {
    nullable: true,
    description: 'The key that asked for the work; null for people and for what began by itself.',
  })
  keyId!: string | null;
}

@ObjectType({ description: 'What was spent on one kind of work.' })
export class PurposeSpending extends Spending {
  @Field(() => Purpose, { description: 'The kind of work.' })
  purpose!: Purpose;
}

@ObjectType({ description: 'What engines were asked in a time, by whom and for what.' })
export class EngineUsage extends Spending {
  @Field(() => Boolean, { description: 'Whether these are calls of the sandbox.' })
  sandbox!: boolean;

  @Field(() => [PlatformSpending], { description: 'The costliest first.' })
  byPlatform!: PlatformSpending[];

  @Field(() => [DaySpending], {
    description: 'The oldest first; days without a call are left out.',
  })
  byDay!: DaySpending[];

  @Field(() => [BrandSpending], {
    complexity: ({ childComplexity }) => 50 * childComplexity,
    description: 'The costliest first, at most 100.',
  })
  byBrand!: BrandSpending[];

  @Field(() => [KeySpending], { description: 'The costliest first, at most 100.' })
  byKey!: KeySpending[];

  @Field(() => [PurposeSpending], { description: 'The costliest first.' })
  byPurpose!: PurposeSpending[];
}

@ObjectType({ description: 'What the account has used, in the caller’s environment.' })
export class Usage {
  @Field(() => String, { description: 'The first UTC day that is counted.' })
  from!: string;

  @Field(() => String, { description: 'The last one.' })
  to!: string;

  @Field(() => [UsageWindow], { description: 'The windows as they stand now, the shortest first.' })
  windows!: UsageWindow[];

  @Field(() => RequestUsage, {
    description: 'Requests of the days; those of the last ten seconds may be missing.',
  })
  requests!: RequestUsage;

  @Field(() => EngineUsage, { description: 'Calls of engines of the days.' })
  engines!: EngineUsage;
}
