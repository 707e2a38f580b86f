import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Stage } from './prompt.js';

@ObjectType({
  description:
    'Of the prompts of one funnel stage: whether answers rest on rivals’ pages rather than on the brand’s.',
})
export class CitationGap {
  @Field(() => Stage, { description: 'The stage.' })
  stage!: Stage;

  @Field(() => Int, { description: 'Answers of platforms that cite, in the window.' })
  answers!: number;

  @Field(() => Float, { description: 'Share of them that cite a rival’s domain, from 0 to 1.' })
  competitorRate!: number;

  @Field(() => Float, { description: 'Share of them that cite the brand’s own, from 0 to 1.' })
  ownedRate!: number;

  @Field(() => Float, { description: 'The first less the second: lower 95 % bound.' })
  low!: number;

  @Field(() => Float, { description: 'The first less the second: upper 95 % bound.' })
  high!: number;

  @Field(() => Boolean, {
    description:
      'Whether it is worth an alert: answers worth at least 21 independent ones, and a lower bound above 0.10.',
  })
  fires!: boolean;

  @Field(() => [ID], { description: 'The prompts that were answered.' })
  promptIds!: string[];

  @Field(() => [String], {
    description:
      'Rivals’ domains that these answers cite: those that are listed, or bear a rival’s name.',
  })
  competitorDomains!: string[];

  @Field(() => Int, { description: 'Days that were looked at.' })
  windowDays!: number;
}
