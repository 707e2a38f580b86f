import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Rate } from './rate.js';

@ObjectType({ description: 'A tracked name on one platform: the brand or a rival.' })
export class TrackedEntry {
  @Field(() => ID, { description: '`brand`, or the rival’s id.' })
  entityId!: string;

  @Field(() => String, { description: 'Its name; a removed rival’s is the one it was tracked by.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether it is the brand itself.' })
  isBrand!: boolean;

  @Field(() => Rate, {
    description:
      'Share of answers that name it, averaged equally over prompts. A rival’s answers are those of runs that looked for it.',
  })
  visibility!: Rate;

  @Field(() => Rate, {
    description: 'Its share of the mentions of all tracked names, one per answer and name.',
  })
  shareOfVoice!: Rate;

  @Field(() => Float, {
    nullable: true,
    description: 'Its mean place among tracked names, from 1; null below ten places.',
  })
  averageRank!: number | null;
}

@ObjectType({ description: 'The tracked names on one platform.' })
export class PlatformEntries {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => [TrackedEntry], { description: 'The brand, then its rivals, the most named first.' })
  entries!: TrackedEntry[];
}

@ObjectType({
  description: 'The brand beside its rivals, over prompts that do not name the brand.',
})
export class CompetitorBreakdown {
  @Field(() => Int, { description: 'The days of the window, today included.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers are the sandbox’s.' })
  sandbox!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Fingerprint of the names that the newest run looked for; shares and ranks compare only under the same one.',
  })
  competitorSetHash!: string | null;

  @Field(() => [PlatformEntries], { description: 'The platforms that were asked.' })
  platforms!: PlatformEntries[];
}
