import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

@ObjectType({
  description:
    'Daily budget of this server for live engines, shared by all accounts. A day is a UTC day.',
})
export class EngineBudget {
  @Field(() => Float, {
    description: 'Share of the budget that is used, from 0 to 1. From 0.8 on the budget is scarce.',
  })
  usedShare!: number;

  @Field(() => Instant, {
    nullable: true,
    description:
      'Time from which live engine calls are accepted again; null while they are accepted.',
  })
  refusedUntil!: Date | null;

  @Field(() => String, {
    description: 'UTC day of the price table that costs are computed from, such as 2026-11-23.',
  })
  pricesAsOf!: string;

  @Field(() => Boolean, { description: 'Whether the price table is more than 90 days old.' })
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
    CONFIGURED: { description: 'The platform can be asked.' },
    UNCONFIGURED: {
      description: 'The operator has not configured a key or an address for the platform.',
    },
    PLANNED: {
      description:
        'Support is planned. The platform can be asked once the operator configures an address.',
    },
  },
});

@ObjectType({ description: 'An AI answer engine.' })
export class Platform {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => String, { description: 'Display name of the platform.' })
  name!: string;

  @Field(() => PlatformStatus, { description: 'Whether the platform can be asked.' })
  status!: PlatformStatus;

  @Field(() => Boolean, { description: 'Whether the sandbox answers for the platform.' })
  sandbox!: boolean;

  @Field(() => String, { description: 'Model that is asked.' })
  model!: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the price table has a price for the model. Without one, a cost is known only if the vendor reports it. Null for the sandbox and for unconfigured platforms.',
  })
  priced!: boolean | null;
}
