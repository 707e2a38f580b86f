import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { NetSentiment } from './net-sentiment.js';
import { Stage } from './prompt.js';
import { Rate } from './rate.js';

@ObjectType({ description: 'How often one prompt hits on one platform.' })
export class PlatformHits {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => Rate, { description: 'Share of its answers that name the brand.' })
  hitRate!: Rate;

  @Field(() => Int, { description: 'Answers that could not be had; they are not in the rate.' })
  failed!: number;
}

@ObjectType({ description: 'The rival that most answers to a prompt name.' })
export class TopRival {
  @Field(() => ID, { description: 'Its id; it may have been removed since.' })
  competitorId!: string;

  @Field(() => String, { description: 'Its name, as it was looked for.' })
  name!: string;

  @Field(() => Int, { description: 'Answers that name it.' })
  mentions!: number;

  @Field(() => Int, { description: 'Answers that were searched for it.' })
  answers!: number;
}

@ObjectType({ description: 'How often one prompt hits.' })
export class PromptHits {
  @Field(() => ID, { description: 'The prompt.' })
  promptId!: string;

  @Field(() => String, { description: 'The question; a deleted one’s as it was last asked.' })
  text!: string;

  @Field(() => Stage, { description: 'Its funnel stage.' })
  stage!: Stage;

  @Field(() => Boolean, {
    description: 'Whether it named the brand when it was asked, and so invites to be echoed.',
  })
  branded!: boolean;

  @Field(() => Rate, { description: 'Share of its answers that name the brand.' })
  hitRate!: Rate;

  @Field(() => Rate, { description: 'The same over as many days before.' })
  previous!: Rate;

  @Field(() => Float, {
    nullable: true,
    description: 'Mean place of the brand in the answers that rank it; null below ten places.',
  })
  averageRank!: number | null;

  @Field(() => Int, { description: 'Answers that give the brand a place.' })
  ranked!: number;

  @Field(() => Int, { description: 'Links that its answers cite.' })
  citations!: number;

  @Field(() => Int, { description: 'Those that lead to the brand’s own domains.' })
  ownedCitations!: number;

  @Field(() => [PlatformHits], {
    description: 'The platforms on which it was asked, by their names.',
    complexity: ({ childComplexity }) => 2 * childComplexity,
  })
  platforms!: PlatformHits[];
}

@ObjectType({ description: 'How often prompts hit: their answers name the brand.' })
export class PromptBreakdown {
  @Field(() => Int, { description: 'The days of the window, today included.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers are the sandbox’s.' })
  sandbox!: boolean;

  @Field(() => Rate, { description: 'The mean over prompts, each counting alike.' })
  hitRate!: Rate;

  @Field(() => Rate, {
    description: 'Share of prompts with at least one hit; it grows with repeats.',
  })
  coverage!: Rate;

  @Field(() => Int, { description: 'Prompts without an answer; they are in neither rate.' })
  unsampled!: number;

  @Field(() => [PromptHits], {
    description:
      'The prompts of the packs that were asked, else of the one that the brand would be asked, and all that were asked; oldest first.',
  })
  prompts!: PromptHits[];
}

@ObjectType({ description: 'One stage of the funnel.' })
export class StageHits {
  @Field(() => Stage, { description: 'The stage.' })
  stage!: Stage;

  @Field(() => Int, { description: 'Its prompts.' })
  prompts!: number;

  @Field(() => Rate, {
    description: 'Share of answers that name the brand, the mean over its prompts.',
  })
  hitRate!: Rate;

  @Field(() => NetSentiment, { description: 'How the mentions in its answers sound.' })
  netSentiment!: NetSentiment;
}

@ObjectType({ description: 'The AIDA funnel of a brand’s prompts.' })
export class Aida {
  @Field(() => Int, { description: 'The days of the window, today included.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers are the sandbox’s.' })
  sandbox!: boolean;

  @Field(() => [StageHits], { description: 'Awareness, interest, desire and action, always.' })
  stages!: StageHits[];
}
