import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Brand } from './brand.js';
import { NetSentiment } from './net-sentiment.js';
import { Rate } from './rate.js';

@ObjectType({ description: 'A brand’s main numbers over one window.' })
export class PastStanding {
  @Field(() => Rate, {
    description:
      'Share of answers that name the brand, averaged equally over platforms and prompts.',
  })
  visibility!: Rate;

  @Field(() => Boolean, {
    description: 'Whether a platform that was asked gave no answer and so is missing.',
  })
  partial!: boolean;

  @Field(() => Rate, {
    description: 'Its share of the mentions of all names that were tracked at the time.',
  })
  shareOfVoice!: Rate;

  @Field(() => Float, {
    nullable: true,
    description: 'Its mean place among tracked names, from 1; null below ten places.',
  })
  averageRank!: number | null;

  @Field(() => Int, { description: 'Answers that give it a place.' })
  ranked!: number;

  @Field(() => NetSentiment, { description: 'How its mentions sound.' })
  netSentiment!: NetSentiment;

  @Field(() => Rate, { description: 'Share of its own domains among all citations.' })
  citationShare!: Rate;
}

@ObjectType({ description: 'Where a brand stands, and where it stood before.' })
export class Standing extends PastStanding {
  @Field(() => Int, { description: 'The days of the window, today included.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers are the sandbox’s.' })
  sandbox!: boolean;

  @Field(() => PastStanding, { description: 'The same over as many days before.' })
  previous!: PastStanding;
}

@ObjectType({ description: 'One brand of a comparison.' })
export class ComparedBrand {
  @Field(() => Brand, { description: 'The brand.' })
  brand!: Brand;

  @Field(() => Standing, { description: 'Where it stands.' })
  standing!: Standing;
}

@ObjectType({ description: 'The account’s brands side by side.' })
export class BrandComparison {
  @Field(() => Int, { description: 'The days of the window, today included.' })
  days!: number;

  @Field(() => [ComparedBrand], { description: 'Newest first; at most 100.' })
  brands!: ComparedBrand[];
}
