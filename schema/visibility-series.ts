import { Field, Int, ObjectType } from 'type-graphql';
import { Rate } from './rate.js';

@ObjectType({ description: 'Visibility on one platform on one day.' })
export class PlatformVisibility {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => Rate, {
    description:
      'Share of the platform’s answers that name the brand, as the mean over prompts. Its value is null without answers.',
  })
  visibility!: Rate;
}

@ObjectType({
  description: 'Visibility on one day, from the answers of runs started on that day.',
})
export class VisibilityPoint {
  @Field(() => String, { description: 'UTC day, YYYY-MM-DD.' })
  date!: string;

  @Field(() => Rate, {
    description:
      'Share of answers that name the brand, as the mean over prompts, then over platforms. Its value is null on days without answers.',
  })
  visibility!: Rate;

  @Field(() => Boolean, {
    description:
      'Whether a platform that was asked returned no answer and is missing from the mean.',
  })
  partial!: boolean;

  @Field(() => [PlatformVisibility], {
    description:
      'Visibility on each platform that was asked in the window, including days on which it was not asked.',
  })
  platforms!: PlatformVisibility[];
}

@ObjectType({ description: 'Visibility day by day, over prompts that do not name the brand.' })
export class VisibilitySeries {
  @Field(() => Int, { description: 'Length of the window in days, including today.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers come from the sandbox.' })
  sandbox!: boolean;

  @Field(() => [VisibilityPoint], { description: 'One point per day, oldest first.' })
  points!: VisibilityPoint[];
}
