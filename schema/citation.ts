import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createConnection } from './connection.js';
import { Instant } from './scalars.js';

@ObjectType({
  description:
    'A page that answers of one platform cite for a brand. All links to the page count as one.',
})
export class Citation {
  @Field(() => ID, {
    description: 'Unique id of the citation, stable for a brand, platform and page.',
  })
  id!: string;

  @Field(() => ID, { description: 'Id of the brand.' })
  brandId!: string;

  @Field(() => String, { description: 'Id of the platform that cited the page, such as chatgpt.' })
  platform!: string;

  @Field(() => String, { description: 'Cited URL in canonical form.' })
  sourceUrl!: string;

  @Field(() => String, { description: 'Registrable domain of the URL.' })
  sourceDomain!: string;

  @Field(() => String, {
    description: 'SHA-256 of the text and locale of the prompt whose answer first cited the page.',
  })
  promptHash!: string;

  @Field(() => Instant, { description: 'Completion time of the first run that cited the page.' })
  discoveredAt!: Date;

  @Field(() => Instant, {
    description:
      'Completion time of the latest run that cited the page, within the days of the list; in the result of a run, that of the run.',
  })
  lastSeenAt!: Date;

  @Field(() => Int, {
    description:
      'Number of answers that cite the page, within the days of the list; in the result of a run, within that run.',
  })
  answers!: number;

  @Field(() => String, {
    description: 'Sentence around the link in the first answer that cited the page.',
  })
  context!: string;

  @Field(() => Boolean, { description: 'Whether the domain is one of the brand’s own domains.' })
  owned!: boolean;

  @Field(() => Boolean, { description: 'Whether the answers come from the sandbox.' })
  sandbox!: boolean;
}

@ObjectType({ description: 'Number of new citations on one day.' })
export class CitationDay {
  @Field(() => String, { description: 'UTC day, YYYY-MM-DD.' })
  date!: string;

  @Field(() => Int, { description: 'Number of citations discovered on the day.' })
  count!: number;
}

@ObjectType({ description: 'A page of citations, newest discovery first.' })
export class CitationConnection extends createConnection('Citation', Citation, 'citation') {
  @Field(() => Int, { description: 'Length of the window in days, including today.' })
  windowDays!: number;
}
