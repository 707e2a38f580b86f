import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Instant } from './scalars.js';

@ObjectType({ description: 'What one more answer of a platform would tell.' })
export class PlatformGain {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => Float, {
    description:
      'Expected information about the probability of a mention, against a prompt that was never asked; from 0 to 1.',
  })
  gain!: number;
}

@ObjectType({ description: 'A prompt that is worth asking next.' })
export class PickedPrompt {
  @Field(() => ID, { description: 'The prompt.' })
  promptId!: string;

  @Field(() => String, { description: 'Its text.' })
  prompt!: string;

  @Field(() => Float, { description: 'The mean of its gains, from 0 to 1; 1 when never asked.' })
  priorityScore!: number;

  @Field(() => Instant, { nullable: true, description: 'When it was last answered, if ever.' })
  lastSampledAt!: Date | null;

  @Field(() => String, {
    description: 'never_sampled, stale, recent_change or high_uncertainty: the first that holds.',
  })
  reason!: string;

  @Field(() => [PlatformGain], { description: 'The same for each configured platform.' })
  gains!: PlatformGain[];
}

@ObjectType({ description: 'About 5 % of all prompts, the most telling first.' })
export class Picker {
  @Field(() => ID, { description: 'The brand.' })
  brandId!: string;

  @Field(() => [PickedPrompt], { description: 'As many of them as were asked for.' })
  items!: PickedPrompt[];

  @Field(() => Int, { description: 'How many were picked in all.' })
  total!: number;
}
