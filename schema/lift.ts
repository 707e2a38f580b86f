import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';

export enum LiftConfidence {
  PRIOR = 'prior',
  MEASURED = 'measured',
  NONE = 'none',
}
registerEnumType(LiftConfidence, {
  name: 'LiftConfidence',
  description: 'What an expected lift rests on.',
  valuesConfig: {
    PRIOR: { description: 'Published experiments, a quarter of whose effect is expected.' },
    MEASURED: { description: 'Experiments of our own as well.' },
    NONE: { description: 'Nothing: the metric is 0 or unknown, or no known method was used.' },
  },
});

@ObjectType({ description: 'What a suggestion is expected to bring.' })
export class ExpectedLift {
  @Field(() => String, {
    description: '`pawc_share`: the brand’s mean share of an answer, early words counting more.',
  })
  metric!: string;

  @Field(() => Float, {
    description:
      'Expected absolute change of the metric, −1 to 1, four decimals; 0 without a base.',
  })
  delta!: number;

  @Field(() => Float, { nullable: true, description: 'Lower end of the 95 % interval.' })
  low!: number | null;

  @Field(() => Float, { nullable: true, description: 'Upper end of the 95 % interval.' })
  high!: number | null;

  @Field(() => LiftConfidence, { description: 'What it rests on.' })
  confidence!: LiftConfidence;

  @Field(() => String, {
    nullable: true,
    description: 'The method that it is expected of; null when there is none.',
  })
  method!: string | null;

  @Field(() => Int, {
    description: 'Measured lifts of the account’s own with that method that it rests on.',
  })
  experiments!: number;

  @Field(() => [String], {
    description:
      'Methods that the rewrite uses more than the content did; the best one counts. In the sandbox, `fluency` where it uses none.',
  })
  methods!: string[];

  @Field(() => Float, {
    nullable: true,
    description: 'The metric over the 28 days before, 0 to 1; null when nothing was measured.',
  })
  current!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The place among an answer’s sources that it was reckoned with, as given or measured: published effects differ by it up to the fifth, and at the first some are losses. Null when it is unknown.',
  })
  sourceRank!: number | null;
}

@ObjectType({
  description: 'What prompts that were asked in both windows changed by, each for itself.',
})
export class PairedChange {
  @Field(() => Int, { description: 'How many prompts, 10 at least.' })
  prompts!: number;

  @Field(() => Float, { description: 'Mean of their changes, after less before.' })
  difference!: number;

  @Field(() => Float, { description: 'Lower end of its 95 % interval (paired t).' })
  low!: number;

  @Field(() => Float, { description: 'Upper end of its 95 % interval (paired t).' })
  high!: number;
}

@ObjectType({
  description:
    'The share of answers that name the brand, 14 days before and 14 days after an application; the 48 hours behind it are left out.',
})
export class Uplift {
  @Field(() => String, { description: '`visibility`.' })
  metric!: string;

  @Field(() => Float, { nullable: true, description: 'Before, 0 to 1; null without answers.' })
  before!: number | null;

  @Field(() => Float, { nullable: true, description: 'After, 0 to 1; null without answers.' })
  after!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'After less before, less the control’s change where it was taken off.',
  })
  lift!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Lower end of the 95 % interval of `lift`.',
  })
  low!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Upper end of the 95 % interval of `lift`.',
  })
  high!: number | null;

  @Field(() => Int, { description: 'Answers before; 30 are the fewest that show anything.' })
  beforeAnswers!: number;

  @Field(() => Int, { description: 'Answers after; 30 are the fewest that show anything.' })
  afterAnswers!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'What the answers before are worth as independent ones, since repeats of a prompt resemble each other; 21 are the fewest that show anything.',
  })
  beforeEffective!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The same of the answers after.',
  })
  afterEffective!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'How probable it is that the true lift is above 0.05, 0 to 1, four decimals. It decides nothing.',
  })
  probability!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Independent answers in each window that would tell a lift of 0.05 from none four times in five; null without answers, and where there is no room for such a lift.',
  })
  answersNeeded!: number | null;

  @Field(() => Boolean, {
    description:
      'Whether the change of prompts that the suggestion does not concern was taken off; where not, the lift may be the engines’ own drift.',
  })
  isControlled!: boolean;

  @Field(() => PairedChange, {
    nullable: true,
    description: 'The same prompt by prompt, which is tighter; null below 10 prompts.',
  })
  paired!: PairedChange | null;

  @Field(() => Boolean, { description: 'Whether the answers come from the sandbox.' })
  sandbox!: boolean;
}
