import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Rate } from './rate.js';

@ObjectType({ description: 'A tracked name, either the brand or a rival, on one platform.' })
export class TrackedEntry {
  @Field(() => ID, { description: '`brand`, or the id of the rival.' })
  entityId!: string;

  @Field(() => String, {
    description: 'Name of the brand or rival. A removed rival keeps the name it was tracked under.',
  })
  name!: string;

  @Field(() => Boolean, { description: 'Whether the entry is the brand itself.' })
  isBrand!: boolean;

  @Field(() => Rate, {
    description:
      'Share of answers that mention the name, as the mean over prompts. A rival’s rate covers only runs that tracked the rival.',
  })
  visibility!: Rate;

  @Field(() => Rate, {
    description: 'Share of the mentions of all tracked names, counting each name once per answer.',
  })
  shareOfVoice!: Rate;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean rank, from 1, over the answers that rank the name; null below ten ranked answers.',
  })
  averageRank!: number | null;
}

@ObjectType({ description: 'Tracked names on one platform.' })
export class PlatformEntries {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => [TrackedEntry], {
    description: 'The brand, followed by its rivals, most mentioned first.',
  })
  entries!: TrackedEntry[];
}

@ObjectType({
  description: 'Comparison of the brand with its rivals, over prompts that do not name the brand.',
})
export class CompetitorBreakdown {
  @Field(() => Int, { description: 'Length of the window in days, including today.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers come from the sandbox.' })
  sandbox!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Fingerprint of the names tracked by the newest run; null without a completed run. Compare shares and ranks under the same fingerprint only.',
  })
  competitorSetHash!: string | null;

  @Field(() => [PlatformEntries], { description: 'Platforms that were asked in the window.' })
  platforms!: PlatformEntries[];
}
