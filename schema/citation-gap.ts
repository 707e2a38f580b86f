import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Stage } from './prompt.js';

@ObjectType({
  description:
    'Difference between citations of rivals’ pages and of the brand’s own, over the prompts of one funnel stage.',
})
export class CitationGap {
  @Field(() => Stage, { description: 'Funnel stage of the prompts.' })
  stage!: Stage;

  @Field(() => Int, { description: 'Number of answers in the window from platforms that cite.' })
  answers!: number;

  @Field(() => Float, {
    description: 'Share of the answers that cite a rival’s domain, from 0 to 1.',
  })
  competitorRate!: number;

  @Field(() => Float, {
    description: 'Share of the answers that cite one of the brand’s own domains, from 0 to 1.',
  })
  ownedRate!: number;

  @Field(() => Float, {
    description: 'Lower end of the 95 % interval of `competitorRate` minus `ownedRate`.',
  })
  low!: number;

  @Field(() => Float, {
    description: 'Upper end of the 95 % interval of `competitorRate` minus `ownedRate`.',
  })
  high!: number;

  @Field(() => Boolean, {
    description:
      'Whether the gap is large enough for an alert: at least 21 effective answers and `low` above 0.10.',
  })
  fires!: boolean;

  @Field(() => [ID], { description: 'Ids of the prompts that were answered.' })
  promptIds!: string[];

  @Field(() => [String], {
    description:
      'Rivals’ domains that the answers cite: domains listed for a rival, or containing a rival’s name.',
  })
  competitorDomains!: string[];

  @Field(() => Int, { description: 'Length of the window, in days.' })
  windowDays!: number;
}
