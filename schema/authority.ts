import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Rate } from './rate.js';
import { Instant } from './scalars.js';

export enum ScoreComponent {
  VISIBILITY = 'visibility',
  PROMINENCE = 'prominence',
  SENTIMENT = 'sentiment',
  CITATIONS = 'citations',
}
registerEnumType(ScoreComponent, {
  name: 'ScoreComponent',
  description: 'A component of geoScore.',
  valuesConfig: {
    VISIBILITY: { description: 'Share of answers that name the brand.' },
    PROMINENCE: { description: 'Share of an answer that is about the brand.' },
    SENTIMENT: { description: 'Net sentiment of the mentions.' },
    CITATIONS: {
      description:
        'Share of answers, from engines that cite, that cite one of the brand’s own domains.',
    },
  },
});

export enum TrendReason {
  TOO_FEW_ANSWERS = 'too_few_answers',
  OTHER_PLATFORMS = 'other_platforms',
  OTHER_PROMPTS = 'other_prompts',
}
registerEnumType(TrendReason, {
  name: 'TrendReason',
  description: 'Reason why two weeks cannot be compared.',
  valuesConfig: {
    TOO_FEW_ANSWERS: { description: 'One of the weeks has fewer than 21 answers.' },
    OTHER_PLATFORMS: { description: 'Different platforms answered in the two weeks.' },
    OTHER_PROMPTS: { description: 'A different prompt pack was asked.' },
  },
});

@ObjectType({ description: 'Contribution of one component to geoScore.' })
export class ScoreContribution {
  @Field(() => ScoreComponent, { description: 'The component.' })
  component!: ScoreComponent;

  @Field(() => Float, {
    description:
      'Weight of the component, from 0 to 1. The weight of unmeasured components is shared among the others.',
  })
  weight!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Points added to the score, to one decimal; null when the component could not be measured.',
  })
  points!: number | null;
}

@ObjectType({ description: 'One signal of an E-E-A-T subscore.' })
export class AuthoritySignal {
  @Field(() => String, { description: 'Id of the signal, such as named_author.' })
  id!: string;

  @Field(() => Float, {
    nullable: true,
    description:
      'Strength from 0 to 1, to four decimals; null when the signal could not be checked.',
  })
  strength!: number | null;

  @Field(() => Float, { description: 'Weight of the signal in its subscore, out of 100.' })
  weight!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of statements that the strength is a share of; null for signals that are no such share.',
  })
  of?: number;
}

@ObjectType({ description: 'One of the four subscores of eeatScore.' })
export class AuthoritySubscore {
  @Field(() => Float, {
    nullable: true,
    description: 'Score from 0 to 100, to one decimal; null while coverage is below 0.5.',
  })
  value!: number | null;

  @Field(() => Float, {
    description: 'Share of the total signal weight that could be checked, from 0 to 1.',
  })
  coverage!: number;

  @Field(() => [AuthoritySignal], { description: 'Signals that make up the subscore.' })
  signals!: readonly AuthoritySignal[];
}

@ObjectType({ description: 'The four subscores of eeatScore.' })
export class AuthoritySubscores {
  @Field(() => AuthoritySubscore, {
    description: 'Evidence of first-hand experience on the brand’s pages.',
  })
  experience!: AuthoritySubscore;

  @Field(() => AuthoritySubscore, {
    description:
      'Evidence of expertise on the brand’s pages, and in answers that agree with its wiki.',
  })
  expertise!: AuthoritySubscore;

  @Field(() => AuthoritySubscore, {
    description: 'Recognition of the brand by answers and their sources.',
  })
  authoritativeness!: AuthoritySubscore;

  @Field(() => AuthoritySubscore, {
    description: 'Evidence that the brand’s pages are accurate and accountable.',
  })
  trustworthiness!: AuthoritySubscore;
}

@ObjectType({ description: 'Change of geoScore from one week to the next.' })
export class ScoreTrend {
  @Field(() => Float, {
    nullable: true,
    description: 'Change in points, to one decimal; null when the weeks cannot be compared.',
  })
  value!: number | null;

  @Field(() => TrendReason, {
    nullable: true,
    description: 'Reason why there is no value; null when there is one.',
  })
  reason!: TrendReason | null;

  @Field(() => Boolean, {
    description: 'Whether visibility changed by more than chance explains, at 95 % confidence.',
  })
  isCertain!: boolean;
}

@ObjectType({ description: 'Authority scores of a brand at the end of one day.' })
export class AuthorityDay {
  @Field(() => String, { description: 'UTC day, YYYY-MM-DD.' })
  date!: string;

  @Field(() => String, {
    description: 'Version of the weights. Compare scores of the same version only.',
  })
  version!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'Score from 0 to 100, to one decimal; null without answers.',
  })
  geoScore!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Score from 0 to 100, to one decimal; null while a subscore has too little coverage.',
  })
  eeatScore!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Owned citations per answer of platforms that cite; null without such answers.',
  })
  citationDensity!: number | null;

  @Field(() => Int, { description: 'Number of answers that the scores are computed from.' })
  answers!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Change of geoScore over the seven days that end with this one, in points, to one decimal: seven times the median slope of the daily scores (Theil–Sen). Null when fewer than four of the days have a score.',
  })
  smoothedTrend7d!: number | null;
}

@ObjectType({
  description:
    'Authority scores of a brand: its standing in answers, and what engines can verify about it.',
})
export class Authority {
  @Field(() => ID, { description: 'Id of the brand.' })
  brandId!: string;

  @Field(() => Instant, { description: 'End of the window, which is the time of the request.' })
  scoredAt!: Date;

  @Field(() => Boolean, { description: 'Whether the answers and pages come from the sandbox.' })
  sandbox!: boolean;

  @Field(() => Int, { description: 'Length of the window of answers, in days.' })
  windowDays!: number;

  @Field(() => String, {
    description: 'Version of the weights. Compare scores of the same version only.',
  })
  version!: string;

  @Field(() => String, {
    description: 'Statement that the index and its weights are Answerscope’s own.',
  })
  notice!: string;

  @Field(() => Int, {
    description: 'Number of answers in the window to prompts that do not name the brand.',
  })
  answers!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Standing of the brand in answers, from 0 to 100, to one decimal; null without answers.',
  })
  geoScore!: number | null;

  @Field(() => [ScoreContribution], { description: 'Components that add up to geoScore.' })
  components!: ScoreContribution[];

  @Field(() => Rate, {
    description:
      'Owned citations per answer of platforms that cite, with the exact 95 % interval. May exceed 1.',
  })
  citationDensity!: Rate;

  @Field(() => Float, {
    nullable: true,
    description:
      'Square root of trustworthiness times the mean of the other three subscores, from 0 to 100, to one decimal; null while any subscore is null.',
  })
  eeatScore!: number | null;

  @Field(() => AuthoritySubscores, { description: 'The four subscores of eeatScore.' })
  subscores!: AuthoritySubscores;

  @Field(() => ScoreTrend, {
    description: 'geoScore of the last seven days minus that of the seven days before.',
  })
  trend7d!: ScoreTrend;
}
