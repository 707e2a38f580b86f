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
  description: 'Length of a sliding window of requests.',
  valuesConfig: {
    MINUTE: { description: 'Any 60 seconds.' },
    HOUR: { description: 'Any 60 minutes.' },
    DAY: { description: 'Any 24 hours.' },
  },
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
  description: 'Purpose of an engine call.',
  valuesConfig: {
    PROBE: { description: 'Probe runs.' },
    SCAN: { description: 'Scans.' },
    QUERY: { description: 'Queries.' },
    REWRITE: { description: 'Rewrites and suggestions.' },
    JUDGE: { description: 'Votes of the judge.' },
  },
});

@ObjectType({ description: 'State of a sliding window that all API keys of the account share.' })
export class UsageWindow {
  @Field(() => WindowPeriod, { description: 'Length of the window.' })
  name!: WindowPeriod;

  @Field(() => Int, { description: 'Maximum number of requests in any window of this length.' })
  limit!: number;

  @Field(() => Int, {
    description: 'Number of requests counted now, including permits leased by other processes.',
  })
  used!: number;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which the next permit becomes free; null while none is used.',
  })
  resetsAt!: Date | null;
}

@ObjectType({ description: 'Requests of one API key to one endpoint.' })
export class EndpointUsage {
  @Field(() => String, {
    description:
      'Method and path, such as GET /api/v1/brands; for a GraphQL root field, graphql Query.brands.',
  })
  endpoint!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the API key; null for sessions.' })
  keyId!: string | null;

  @Field(() => Int, { description: 'Number of requests, including rejected ones.' })
  requests!: number;

  @Field(() => Int, { description: 'Number of requests rejected by a limit.' })
  refused!: number;
}

@ObjectType({ description: 'Requests of a period, by API key and endpoint.' })
export class RequestUsage {
  @Field(() => Int, { description: 'Number of requests, including rejected ones.' })
  requests!: number;

  @Field(() => Int, { description: 'Number of requests rejected by a limit.' })
  refused!: number;

  @Field(() => [EndpointUsage], { description: 'Most used endpoints first, at most 100.' })
  endpoints!: EndpointUsage[];
}

@ObjectType({ description: 'Engine calls and their cost.' })
class Spending {
  @Field(() => Int, { description: 'Number of engine calls, including failed ones.' })
  calls!: number;

  @Field(() => Int, { description: 'Number of failed calls.' })
  failed!: number;

  @Field(() => Float, { description: 'Tokens used.' })
  tokensUsed!: number;

  @Field(() => Float, { description: 'Sum of the known costs, in US dollars.' })
  costUsd!: number;

  @Field(() => Int, { description: 'Number of answers whose cost is unknown.' })
  unpriced!: number;
}

@ObjectType({ description: 'Spending on one platform.' })
export class PlatformSpending extends Spending {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;
}

@ObjectType({ description: 'Spending on one day.' })
export class DaySpending extends Spending {
  @Field(() => String, { description: 'UTC day of the calls, YYYY-MM-DD.' })
  day!: string;
}

@ObjectType({ description: 'Spending on one brand.' })
export class BrandSpending extends Spending {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the brand; null for scans, queries and rewrites, which belong to no brand.',
  })
  brandId!: string | null;

  @Field(() => Brand, {
    nullable: true,
    description: 'The brand; null for work without a brand, and when the brand was deleted.',
  })
  brand?: Brand | null;
}

@ObjectType({ description: 'Spending of one API key.' })
export class KeySpending extends Spending {
  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the API key that requested the work; null for sessions and for automatic work.',
  })
  keyId!: string | null;
}

@ObjectType({ description: 'Spending on one purpose.' })
export class PurposeSpending extends Spending {
  @Field(() => Purpose, { description: 'Purpose of the calls.' })
  purpose!: Purpose;
}

@ObjectType({
  description: 'Engine calls of a period, by platform, day, brand, API key and purpose.',
})
export class EngineUsage extends Spending {
  @Field(() => Boolean, { description: 'Whether the calls were answered by the sandbox.' })
  sandbox!: boolean;

  @Field(() => [PlatformSpending], { description: 'Spending by platform, most expensive first.' })
  byPlatform!: PlatformSpending[];

  @Field(() => [DaySpending], {
    description: 'Spending by day, oldest first. Days without a call are omitted.',
  })
  byDay!: DaySpending[];

  @Field(() => [BrandSpending], {
    complexity: ({ childComplexity }) => 50 * childComplexity,
    description: 'Spending by brand, most expensive first; at most 100.',
  })
  byBrand!: BrandSpending[];

  @Field(() => [KeySpending], {
    description: 'Spending by API key, most expensive first; at most 100.',
  })
  byKey!: KeySpending[];

  @Field(() => [PurposeSpending], { description: 'Spending by purpose, most expensive first.' })
  byPurpose!: PurposeSpending[];
}

@ObjectType({ description: 'Usage of the account in the caller’s environment.' })
export class Usage {
  @Field(() => String, { description: 'First UTC day of the period, YYYY-MM-DD.' })
  from!: string;

  @Field(() => String, { description: 'Last UTC day of the period, YYYY-MM-DD.' })
  to!: string;

  @Field(() => [UsageWindow], {
    description: 'Current state of the sliding windows, shortest first.',
  })
  windows!: UsageWindow[];

  @Field(() => RequestUsage, {
    description: 'Requests of the period. Requests of the last ten seconds may be missing.',
  })
  requests!: RequestUsage;

  @Field(() => EngineUsage, { description: 'Engine calls of the period.' })
  engines!: EngineUsage;
}
