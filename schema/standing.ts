import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Brand } from './brand.js';
import { NetSentiment } from './net-sentiment.js';
import { Rate } from './rate.js';

@ObjectType({ description: 'Main metrics of a brand over one window.' })
export class PastStanding {
  @Field(() => Rate, {
    description:
      'Share of answers that name the brand, as the mean over prompts, then over platforms.',
  })
  visibility!: Rate;

  @Field(() => Boolean, {
    description:
      'Whether a platform that was asked returned no answer and is missing from the mean.',
  })
  partial!: boolean;

  @Field(() => Int, {
    description:
      'Number of answers whose matches of the brand’s name may all mean something else, such as a common word. They count in `visibility` only if other words of the answer speak for the brand.',
  })
  uncertain!: number;

  @Field(() => Rate, {
    description: 'Share of the brand among the mentions of all names tracked at the time.',
  })
  shareOfVoice!: Rate;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean rank of the brand, from 1, over the answers that rank it; null below ten ranked answers.',
  })
  averageRank!: number | null;

  @Field(() => Int, { description: 'Number of answers that rank the brand.' })
  ranked!: number;

  @Field(() => NetSentiment, { description: 'Net sentiment of the mentions.' })
  netSentiment!: NetSentiment;

  @Field(() => Rate, { description: 'Share of the brand’s own domains among all citations.' })
  citationShare!: Rate;
}

@ObjectType({ description: 'Main metrics of a brand over a window, and over the window before.' })
export class Standing extends PastStanding {
  @Field(() => Int, { description: 'Length of the window in days, including today.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers come from the sandbox.' })
  sandbox!: boolean;

  @Field(() => PastStanding, { description: 'Metrics over the window of equal length before.' })
  previous!: PastStanding;
}

@ObjectType({ description: 'One brand of a comparison.' })
export class ComparedBrand {
  @Field(() => Brand, { description: 'The brand.' })
  brand!: Brand;

  @Field(() => Standing, { description: 'Main metrics of the brand.' })
  standing!: Standing;
}

@ObjectType({ description: 'Comparison of the account’s brands.' })
export class BrandComparison {
  @Field(() => Int, { description: 'Length of the window in days, including today.' })
  days!: number;

  @Field(() => [ComparedBrand], { description: 'Brands, newest first; at most 100.' })
  brands!: ComparedBrand[];
}
