import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';

export enum LiftConfidence {
  PRIOR = 'prior',
  MEASURED = 'measured',
  NONE = 'none',
}
registerEnumType(LiftConfidence, {
  name: 'LiftConfidence',
  description: 'Basis of an expected lift.',
  valuesConfig: {
    PRIOR: { description: 'Published experiments, at a quarter of their effect.' },
    MEASURED: { description: 'Published experiments and the account’s own measured lifts.' },
    NONE: {
      description: 'No basis: the metric is 0 or unknown, or the rewrite uses no known method.',
    },
  },
});

@ObjectType({ description: 'Expected effect of a suggestion.' })
export class ExpectedLift {
  @Field(() => String, {
    description:
      '`pawc_share`: the brand’s mean share of the words of an answer, with early words weighted more.',
  })
  metric!: string;

  @Field(() => Float, {
    description:
      'Expected absolute change of the metric, from −1 to 1, to four decimals; 0 without a basis.',
  })
  delta!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Lower end of the 95 % interval of `delta`; null without a basis.',
  })
  low!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Upper end of the 95 % interval of `delta`; null without a basis.',
  })
  high!: number | null;

  @Field(() => LiftConfidence, { description: 'Basis of the expectation.' })
  confidence!: LiftConfidence;

  @Field(() => String, {
    nullable: true,
    description: 'Method that the lift is expected from; null without a basis.',
  })
  method!: string | null;

  @Field(() => Int, { description: 'Number of the account’s own measured lifts with that method.' })
  experiments!: number;

  @Field(() => [String], {
    description:
      'Methods that the rewrite uses more than the content did. Only the best one counts. In the sandbox, `fluency` when the rewrite uses none.',
  })
  methods!: string[];

  @Field(() => Float, {
    nullable: true,
    description: 'Value of the metric over the last 28 days, from 0 to 1; null without answers.',
  })
  current!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Rank of the page among the sources of an answer, given or measured; null when unknown. Published effects differ for ranks 1 to 5, and some are losses at rank 1.',
  })
  sourceRank!: number | null;
}

@ObjectType({
  description: 'Change prompt by prompt, over prompts asked in both windows.',
})
export class PairedChange {
  @Field(() => Int, { description: 'Number of prompts, at least 10.' })
  prompts!: number;

  @Field(() => Float, { description: 'Mean change of the prompts, after minus before.' })
  difference!: number;

  @Field(() => Float, { description: 'Lower end of the 95 % interval of `difference` (paired t).' })
  low!: number;

  @Field(() => Float, { description: 'Upper end of the 95 % interval of `difference` (paired t).' })
  high!: number;
}

@ObjectType({
  description:
    'Share of answers that name the brand, in the 14 days before a suggestion was applied and in the 14 days that start 48 hours after it.',
})
export class Uplift {
  @Field(() => String, { description: '`visibility`.' })
  metric!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'Share before, from 0 to 1; null when a window has no answers.',
  })
  before!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Share after, from 0 to 1; null when a window has no answers.',
  })
  after!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      '`after` minus `before`, minus the change of the control prompts when `isControlled` is true; null when a window has no answers.',
  })
  lift!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Lower end of the 95 % interval of `lift`; null when a window has no answers.',
  })
  low!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Upper end of the 95 % interval of `lift`; null when a window has no answers.',
  })
  high!: number | null;

  @Field(() => Int, {
    description: 'Number of answers before. At least 30 are needed to show an uplift.',
  })
  beforeAnswers!: number;

  @Field(() => Int, {
    description: 'Number of answers after. At least 30 are needed to show an uplift.',
  })
  afterAnswers!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Effective number of answers before, which discounts repeats of one prompt. At least 21 are needed to show an uplift. Null when a window has no answers, and for measurements by an older release.',
  })
  beforeEffective!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Effective number of answers after, which discounts repeats of one prompt. At least 21 are needed to show an uplift. Null when a window has no answers, and for measurements by an older release.',
  })
  afterEffective!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Probability that the true lift exceeds 0.05, from 0 to 1, to four decimals; null when a window has no answers, and for measurements by an older release. Informative only.',
  })
  probability!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Effective answers needed in each window to detect a lift of 0.05 with a power of 80 %; null when a window has no answers, and when visibility was above 0.95.',
  })
  answersNeeded!: number | null;

  @Field(() => Boolean, {
    description:
      'Whether the change of the other prompts was subtracted. When false, the lift may be drift of the engines.',
  })
  isControlled!: boolean;

  @Field(() => PairedChange, {
    nullable: true,
    description:
      'Change prompt by prompt, a tighter estimate; null below 10 prompts, and for measurements by an older release. Informative only.',
  })
  paired!: PairedChange | null;

  @Field(() => Boolean, { description: 'Whether the answers come from the sandbox.' })
  sandbox!: boolean;
}
