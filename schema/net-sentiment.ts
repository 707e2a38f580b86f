import { Field, Float, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'How mentions of the brand sound, taken together.' })
export class NetSentiment {
  @Field(() => Float, {
    nullable: true,
    description:
      'Positive less negative among labelled mentions, from −1 to 1, four decimals; null without any.',
  })
  value!: number | null;

  @Field(() => Int, { description: 'Mentions that sound positive.' })
  positive!: number;

  @Field(() => Int, { description: 'Mentions that sound neutral.' })
  neutral!: number;

  @Field(() => Int, { description: 'Mentions that sound negative.' })
  negative!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Lower end of the 95 % interval; null below 30 labelled mentions.',
  })
  low!: number | null;

  @Field(() => Float, { nullable: true, description: 'Upper end of the 95 % interval.' })
  high!: number | null;
}
