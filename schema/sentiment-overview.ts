import { Field, Int, ObjectType } from 'type-graphql';
import { SentimentMethod } from './answer.js';
import { Incident } from './incident.js';
import { NetSentiment } from './net-sentiment.js';

@ObjectType({
  description: 'How mentions sound, by the answers of runs that were started on one day.',
})
export class SentimentDay {
  @Field(() => String, { description: 'The UTC day, YYYY-MM-DD.' })
  date!: string;

  @Field(() => NetSentiment, { description: 'How its mentions sound.' })
  sentiment!: NetSentiment;

  @Field(() => [SentimentMethod], {
    description: 'Which methods labelled them; days of different methods do not compare.',
  })
  methods!: SentimentMethod[];
}

@ObjectType({ description: 'How mentions of the brand sound, day by day.' })
export class SentimentOverview {
  @Field(() => Int, { description: 'The days of the window, today included.' })
  days!: number;

  @Field(() => Boolean, { description: 'Whether the answers are the sandbox’s.' })
  sandbox!: boolean;

  @Field(() => NetSentiment, { description: 'All labelled mentions of the window.' })
  sentiment!: NetSentiment;

  @Field(() => [SentimentMethod], { description: 'Which methods labelled them.' })
  methods!: SentimentMethod[];

  @Field(() => [SentimentDay], { description: 'One for each day, the oldest first.' })
  series!: SentimentDay[];

  @Field(() => [Incident], {
    description:
      'Surges of negative mentions that began in the window or are not resolved, newest first.',
  })
  alerts!: Incident[];
}
