import { Field, Int, ObjectType } from 'type-graphql';
import { Rate } from './rate.js';

@ObjectType({ description: 'A platform’s visibility on one day.' })
export class PlatformVisibility {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => Rate, {
    description: 'Share of its answers that name the brand, averaged equally over prompts.',
  })
  visibility!: Rate;
}

@ObjectType({
  description: 'Visibility on one day, by the answers of runs that were started on it.',
})
export class VisibilityPoint {
  @Field(() => String, { description: 'The UTC day, YYYY-MM-DD.' })
  date!: string;

  @Field(() => Rate, {
    description:
      'Share of answers that name the brand, averaged equally over platforms and prompts; null on days without answers.',
  })
  visibility!: Rate;

  @Field(() => Boolean, {
    description: 'Whether a platform that was asked gave no answer and so is missing.',
  })
  partial!: boolean;

  @Field(() => [PlatformVisibility], {
    description: 'Each platform that was asked in the window, also on days on which it was not.',
  })
  platforms!: PlatformVisibility[];
}

@ObjectType({ description: 'Visibility day by day, over prompts that do not name the brand.' })
export class VisibilitySeries {
  @Field(() => Int, { description: 'The days of the window, today included.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers are the sandbox’s.' })
  sandbox!: boolean;

  @Field(() => [VisibilityPoint], { description: 'One for each day, the oldest first.' })
  points!: VisibilityPoint[];
}
