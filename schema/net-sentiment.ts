import { Field, Float, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Net sentiment of the mentions of a brand.' })
export class NetSentiment {
  @Field(() => Float, {
    nullable: true,
    description:
      'Positive minus negative mentions, divided by all labelled mentions, from −1 to 1, to four decimals; null without labelled mentions.',
  })
  value!: number | null;

  @Field(() => Int, { description: 'Number of positive mentions.' })
  positive!: number;

  @Field(() => Int, { description: 'Number of neutral mentions.' })
  neutral!: number;

  @Field(() => Int, { description: 'Number of negative mentions.' })
  negative!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Lower end of the 95 % interval of `value`; null below 30 labelled mentions.',
  })
  low!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Upper end of the 95 % interval of `value`; null below 30 labelled mentions.',
  })
  high!: number | null;
}
