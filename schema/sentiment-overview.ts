import { Field, Int, ObjectType } from 'type-graphql';
import { SentimentMethod } from './answer.js';
import { Incident } from './incident.js';
import { NetSentiment } from './net-sentiment.js';

@ObjectType({
  description: 'Net sentiment on one day, from the answers of runs started on that day.',
})
export class SentimentDay {
  @Field(() => String, { description: 'UTC day, YYYY-MM-DD.' })
  date!: string;

  @Field(() => NetSentiment, { description: 'Net sentiment of the mentions of the day.' })
  sentiment!: NetSentiment;

  @Field(() => [SentimentMethod], {
    description: 'Methods that labelled the mentions. Do not compare days with different methods.',
  })
  methods!: SentimentMethod[];
}

@ObjectType({ description: 'Net sentiment of a brand, day by day.' })
export class SentimentOverview {
  @Field(() => Int, { description: 'Length of the window in days, including today.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers come from the sandbox.' })
  sandbox!: boolean;

  @Field(() => NetSentiment, { description: 'Net sentiment over the window.' })
  sentiment!: NetSentiment;

  @Field(() => [SentimentMethod], { description: 'Methods that labelled the mentions.' })
  methods!: SentimentMethod[];

  @Field(() => [SentimentDay], { description: 'One entry per day, oldest first.' })
  series!: SentimentDay[];

  @Field(() => [Incident], {
    description:
      'Surges of negative mentions that were opened in the window or are unresolved, newest first.',
  })
  alerts!: Incident[];
}
