import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { NetSentiment } from './net-sentiment.js';
import { Stage } from './prompt.js';
import { Rate } from './rate.js';

@ObjectType({ description: 'Hit rate of one prompt on one platform.' })
export class PlatformHits {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => Rate, { description: 'Share of the platform’s answers that name the brand.' })
  hitRate!: Rate;

  @Field(() => Int, { description: 'Number of failed answers. They are not part of the rate.' })
  failed!: number;
}

@ObjectType({ description: 'The rival named by most answers to a prompt.' })
export class TopRival {
  @Field(() => ID, { description: 'Id of the rival, which may have been removed since.' })
  competitorId!: string;

  @Field(() => String, { description: 'Name of the rival at the time of the answers.' })
  name!: string;

  @Field(() => Int, { description: 'Number of answers that name the rival.' })
  mentions!: number;

  @Field(() => Int, { description: 'Number of answers that were searched for the rival.' })
  answers!: number;
}

@ObjectType({ description: 'Measurements of one prompt in the window.' })
export class PromptHits {
  @Field(() => ID, { description: 'Id of the prompt.' })
  promptId!: string;

  @Field(() => String, {
    description: 'Text of the prompt; for a deleted prompt, the text last asked.',
  })
  text!: string;

  @Field(() => Stage, { description: 'Funnel stage of the prompt.' })
  stage!: Stage;

  @Field(() => Boolean, {
    description:
      'Whether the prompt named the brand when it was asked. Answers tend to echo such names.',
  })
  branded!: boolean;

  @Field(() => Rate, { description: 'Share of the answers that name the brand.' })
  hitRate!: Rate;

  @Field(() => Rate, { description: 'Hit rate over the window of equal length before.' })
  previous!: Rate;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean rank of the brand, from 1, over the answers that rank it; null below ten ranked answers.',
  })
  averageRank!: number | null;

  @Field(() => Int, { description: 'Number of answers that rank the brand.' })
  ranked!: number;

  @Field(() => Int, { description: 'Number of links that the answers cite.' })
  citations!: number;

  @Field(() => Int, { description: 'Number of cited links to the brand’s own domains.' })
  ownedCitations!: number;

  @Field(() => [PlatformHits], {
    description: 'Hit rate on each platform that was asked, sorted by name.',
    complexity: ({ childComplexity }) => 2 * childComplexity,
  })
  platforms!: PlatformHits[];
}

@ObjectType({
  description: 'Hit rates of a brand’s prompts. A prompt hits when an answer names the brand.',
})
export class PromptBreakdown {
  @Field(() => Int, { description: 'Length of the window in days, including today.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers come from the sandbox.' })
  sandbox!: boolean;

  @Field(() => Rate, { description: 'Mean hit rate over prompts, each with equal weight.' })
  hitRate!: Rate;

  @Field(() => Rate, {
    description: 'Share of prompts with at least one hit. It grows with the number of repeats.',
  })
  coverage!: Rate;

  @Field(() => Int, {
    description: 'Number of prompts without an answer. They are part of neither rate.',
  })
  unsampled!: number;

  @Field(() => [PromptHits], {
    description:
      'All prompts asked in the window, and the enabled prompts of the packs asked (of the brand’s current pack when none was asked), oldest first.',
  })
  prompts!: PromptHits[];
}

@ObjectType({ description: 'Measurements of one funnel stage.' })
export class StageHits {
  @Field(() => Stage, { description: 'Funnel stage.' })
  stage!: Stage;

  @Field(() => Int, { description: 'Number of prompts of the stage.' })
  prompts!: number;

  @Field(() => Rate, { description: 'Mean hit rate over the prompts of the stage.' })
  hitRate!: Rate;

  @Field(() => NetSentiment, { description: 'Net sentiment of the mentions in the answers.' })
  netSentiment!: NetSentiment;
}

@ObjectType({ description: 'AIDA funnel of a brand’s prompts.' })
export class Aida {
  @Field(() => Int, { description: 'Length of the window in days, including today.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers come from the sandbox.' })
  sandbox!: boolean;

  @Field(() => [StageHits], {
    description: 'The stages awareness, interest, desire and action. All four are always present.',
  })
  stages!: StageHits[];
}
