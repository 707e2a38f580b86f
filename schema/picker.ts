import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Instant } from './scalars.js';

@ObjectType({ description: 'Expected information from one more answer of a platform.' })
export class PlatformGain {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => Float, {
    description:
      'Expected information about the probability of a mention, relative to a prompt that was never asked, from 0 to 1.',
  })
  gain!: number;
}

@ObjectType({ description: 'A prompt that the picker selects to ask next.' })
export class PickedPrompt {
  @Field(() => ID, { description: 'Id of the prompt.' })
  promptId!: string;

  @Field(() => String, { description: 'Text of the prompt.' })
  prompt!: string;

  @Field(() => Float, {
    description:
      'Mean gain over the configured platforms, from 0 to 1; 1 for a prompt that was never asked.',
  })
  priorityScore!: number;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time of the latest answer; null when the prompt was never answered.',
  })
  lastSampledAt!: Date | null;

  @Field(() => String, {
    description:
      'First reason that applies: never_sampled, stale, recent_change or high_uncertainty.',
  })
  reason!: string;

  @Field(() => [PlatformGain], { description: 'Gain on each configured platform.' })
  gains!: PlatformGain[];
}

@ObjectType({
  description: 'The 5 % of a brand’s prompts whose next answer is expected to be most informative.',
})
export class Picker {
  @Field(() => ID, { description: 'Id of the brand.' })
  brandId!: string;

  @Field(() => [PickedPrompt], {
    description: 'Selected prompts, highest priority first, up to `limit`.',
  })
  items!: PickedPrompt[];

  @Field(() => Int, { description: 'Number of selected prompts before `limit`.' })
  total!: number;
}
