import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';

export enum SampleState {
  NONE = 'none',
  INSUFFICIENT = 'insufficient',
  LOW = 'low',
  OK = 'ok',
}
registerEnumType(SampleState, {
  name: 'SampleState',
  description: 'Reliability of a rate, by the size of its sample.',
  valuesConfig: {
    NONE: { description: 'No answers: the value is null.' },
    INSUFFICIENT: {
      description:
        'Up to 20 effective answers: the 95 % interval exceeds ±20 points at a rate of 50 %.',
    },
    LOW: { description: '21 to 92 effective answers: ±10 to ±20 points at a rate of 50 %.' },
    OK: { description: 'At least 93 effective answers: within ±10 points at a rate of 50 %.' },
  },
});

@ObjectType({ description: 'A rate with its numerator, denominator and 95 % interval.' })
export class Rate {
  @Field(() => Float, {
    nullable: true,
    description: 'Value of the rate, usually from 0 to 1, to four decimals; null without data.',
  })
  value!: number | null;

  @Field(() => Float, { description: 'Number of hits.' })
  numerator!: number;

  @Field(() => Float, {
    description:
      'Number of answers, mentions, links or prompts counted. Failed answers are excluded.',
  })
  denominator!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Lower end of the 95 % interval; null without data.',
  })
  low!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Upper end of the 95 % interval; null without data.',
  })
  high!: number | null;

  @Field(() => SampleState, { description: 'Reliability of the rate, by the size of its sample.' })
  state!: SampleState;
}
