import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

@ObjectType({
  description:
    'What this server may spend on live engines in a UTC day, for all its accounts together.',
})
export class EngineBudget {
  @Field(() => Float, { description: 'The part that is used, 0 to 1; from 0.8 on it is scarce.' })
  usedShare!: number;

  @Field(() => Instant, {
    nullable: true,
    description: 'When live engine calls are accepted again; null while they are.',
  })
  refusedUntil!: Date | null;

  @Field(() => String, {
    description:
      'The UTC day of the price table that costs in dollars rest on, such as 2026-11-23.',
  })
  pricesAsOf!: string;

  @Field(() => Boolean, { description: 'Whether that day is more than 90 days ago.' })
  arePricesOld!: boolean;
}

export enum PlatformStatus {
  CONFIGURED = 'configured',
  UNCONFIGURED = 'unconfigured',
  PLANNED = 'planned',
}
registerEnumType(PlatformStatus, {
  name: 'PlatformStatus',
  description: 'Whether a platform can be asked.',
  valuesConfig: {
    CONFIGURED: { description: 'Yes.' },
    UNCONFIGURED: { description: 'Not until the operator gives it a key or an address.' },
    PLANNED: { description: 'Planned; usable once the operator gives it an address.' },
  },
});

@ObjectType({ description: 'An AI answer engine.' })
export class Platform {
  @Field(() => String, { description: 'Its identifier, such as chatgpt.' })
  platform!: string;

  @Field(() => String, { description: 'Its name for people.' })
  name!: string;

  @Field(() => PlatformStatus, { description: 'Whether it can be asked.' })
  status!: PlatformStatus;

  @Field(() => Boolean, { description: 'Whether the sandbox answers for it.' })
  sandbox!: boolean;

  @Field(() => String, { description: 'The model that is asked.' })
  model!: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the price table knows what the model costs; where it does not, only a vendor that says so itself has a cost. Null for the sandbox and for what is not configured.',
  })
  priced!: boolean | null;
}
