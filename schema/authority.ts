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
  description: 'What geoScore is made of.',
  valuesConfig: {
    VISIBILITY: { description: 'How probably an answer names the brand.' },
    PROMINENCE: { description: 'How much of an answer is about it.' },
    SENTIMENT: { description: 'How its mentions sound.' },
    CITATIONS: { description: 'How often answers that cite rest on its own pages.' },
  },
});

export enum TrendReason {
  TOO_FEW_ANSWERS = 'too_few_answers',
  OTHER_PLATFORMS = 'other_platforms',
  OTHER_PROMPTS = 'other_prompts',
}
registerEnumType(TrendReason, {
  name: 'TrendReason',
  description: 'Why two weeks cannot be compared.',
  valuesConfig: {
    TOO_FEW_ANSWERS: { description: 'One of them has fewer than 21 answers.' },
    OTHER_PLATFORMS: { description: 'Other platforms answered.' },
    OTHER_PROMPTS: { description: 'Another prompt pack was asked.' },
  },
});

@ObjectType({ description: 'What one part adds to geoScore.' })
export class ScoreContribution {
  @Field(() => ScoreComponent, { description: 'The part.' })
  component!: ScoreComponent;

  @Field(() => Float, {
    description:
      'Its weight, from 0 to 1; parts that could not be measured leave theirs to the rest.',
  })
  weight!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Points of the score, one decimal; null where it could not be measured.',
  })
  points!: number | null;
}

@ObjectType({ description: 'One thing that was looked for.' })
export class AuthoritySignal {
  @Field(() => String, { description: 'Its name, such as named_author.' })
  id!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'From 0 to 1, four decimals; null where it could not be looked at.',
  })
  strength!: number | null;

  @Field(() => Float, { description: 'What it weighs in its subscore, out of 100.' })
  weight!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'How many statements it is a share of; null for what is no such share.',
  })
  of?: number;
}

@ObjectType({ description: 'One of the four parts of eeatScore.' })
export class AuthoritySubscore {
  @Field(() => Float, {
    nullable: true,
    description: 'From 0 to 100, one decimal; null while coverage is below 0.5.',
  })
  value!: number | null;

  @Field(() => Float, { description: 'Share of its weight that could be looked at, from 0 to 1.' })
  coverage!: number;

  @Field(() => [AuthoritySignal], { description: 'What it is made of.' })
  signals!: readonly AuthoritySignal[];
}

@ObjectType({ description: 'The four parts of eeatScore.' })
export class AuthoritySubscores {
  @Field(() => AuthoritySubscore, { description: 'Signs of first-hand use on the brand’s pages.' })
  experience!: AuthoritySubscore;

  @Field(() => AuthoritySubscore, { description: 'Signs of knowledge on the brand’s pages.' })
  expertise!: AuthoritySubscore;

  @Field(() => AuthoritySubscore, { description: 'What answers and their sources make of it.' })
  authoritativeness!: AuthoritySubscore;

  @Field(() => AuthoritySubscore, { description: 'Signs that it can be held to its word.' })
  trustworthiness!: AuthoritySubscore;
}

@ObjectType({ description: 'How geoScore moved from one week to the next.' })
export class ScoreTrend {
  @Field(() => Float, {
    nullable: true,
    description: 'Points, one decimal; null when the weeks cannot be compared.',
  })
  value!: number | null;

  @Field(() => TrendReason, { nullable: true, description: 'Why there is no value.' })
  reason!: TrendReason | null;

  @Field(() => Boolean, {
    description: 'Whether visibility changed by more than chance would make it (95 %).',
  })
  isCertain!: boolean;
}

@ObjectType({ description: 'A brand’s scores as they stood at the end of a day.' })
export class AuthorityDay {
  @Field(() => String, { description: 'The UTC day, YYYY-MM-DD.' })
  date!: string;

  @Field(() => String, { description: 'Which version of the weights; compare only within one.' })
  version!: string;

  @Field(() => Float, { nullable: true, description: 'From 0 to 100, one decimal.' })
  geoScore!: number | null;

  @Field(() => Float, { nullable: true, description: 'From 0 to 100, one decimal.' })
  eeatScore!: number | null;

  @Field(() => Float, { nullable: true, description: 'Owned citations per answer.' })
  citationDensity!: number | null;

  @Field(() => Int, { description: 'Answers that it rests on.' })
  answers!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'How geoScore moved in the seven days that end with this one, in points, one decimal: the median slope of their scores (Theil–Sen) times seven; null where fewer than four of them have one.',
  })
  smoothedTrend7d!: number | null;
}

@ObjectType({ description: 'How far answers, and the brand’s own pages, make it an authority.' })
export class Authority {
  @Field(() => ID, { description: 'The brand.' })
  brandId!: string;

  @Field(() => Instant, { description: 'The end of the window, which is now.' })
  scoredAt!: Date;

  @Field(() => Boolean, { description: 'Whether the answers and pages are the sandbox’s.' })
  sandbox!: boolean;

  @Field(() => Int, { description: 'Days of answers that are looked at.' })
  windowDays!: number;

  @Field(() => String, { description: 'Which version of the weights; compare only within one.' })
  version!: string;

  @Field(() => String, { description: 'Whose index this is.' })
  notice!: string;

  @Field(() => Int, { description: 'Answers in the window to prompts that do not name the brand.' })
  answers!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Its standing inside answers, from 0 to 100, one decimal; null without answers.',
  })
  geoScore!: number | null;

  @Field(() => [ScoreContribution], { description: 'What geoScore is the sum of.' })
  components!: ScoreContribution[];

  @Field(() => Rate, {
    description:
      'Owned citations per answer of platforms that cite, which may be more than one; with its exact 95 % interval.',
  })
  citationDensity!: Rate;

  @Field(() => Float, {
    nullable: true,
    description:
      'The root of trust times the mean of the other three, from 0 to 100, one decimal; null while one of them is.',
  })
  eeatScore!: number | null;

  @Field(() => AuthoritySubscores, { description: 'The four parts of eeatScore.' })
  subscores!: AuthoritySubscores;

  @Field(() => ScoreTrend, {
    description: 'geoScore of the last seven days less that of the seven before.',
  })
  trend7d!: ScoreTrend;
}
