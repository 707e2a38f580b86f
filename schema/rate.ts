import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';

export enum SampleState {
  NONE = 'none',
  INSUFFICIENT = 'insufficient',
  LOW = 'low',
  OK = 'ok',
}
registerEnumType(SampleState, {
  name: 'SampleState',
  description: 'How much a rate can be trusted, by the size of its sample.',
  valuesConfig: {
    NONE: { description: 'Nothing was measured; the value is null.' },
    INSUFFICIENT: {
      description:
        'Fewer than 21 effective answers: the 95 % interval is wider than 20 points either way.',
    },
    LOW: { description: '21 to 92 effective answers: 10 to 20 points either way.' },
    OK: { description: '93 effective answers or more: within 10 points either way.' },
  },
});

@ObjectType({ description: 'A share of answers with its counts and its 95 % interval.' })
export class Rate {
  @Field(() => Float, {
    nullable: true,
    description: 'From 0 to 1, four decimals; null without data.',
  })
  value!: number | null;

  @Field(() => Float, { description: 'Answers that count as hits.' })
  numerator!: number;

  @Field(() => Float, { description: 'Answers that were looked at; failed ones are left out.' })
  denominator!: number;

  @Field(() => Float, { nullable: true, description: 'Lower end of the 95 % interval.' })
  low!: number | null;

  @Field(() => Float, { nullable: true, description: 'Upper end of the 95 % interval.' })
  high!: number | null;

  @Field(() => SampleState, { description: 'How much the sample can carry.' })
  state!: SampleState;
}
