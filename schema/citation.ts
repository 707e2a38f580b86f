import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createConnection } from './connection.js';
import { Instant } from './scalars.js';

@ObjectType({
  description: 'A page that answers of a platform cite for a brand: all links to it are one.',
})
export class Citation {
  @Field(() => ID, { description: 'The same for the same brand, platform and page.' })
  id!: string;

  @Field(() => ID, { description: 'The brand.' })
  brandId!: string;

  @Field(() => String, { description: 'The platform that cited it.' })
  platform!: string;

  @Field(() => String, { description: 'The link in canonical form.' })
  sourceUrl!: string;

  @Field(() => String, { description: 'Its registrable domain.' })
  sourceDomain!: string;

  @Field(() => String, {
    description: 'SHA-256 of the text and locale of the prompt whose answer cited it first.',
  })
  promptHash!: string;

  @Field(() => Instant, { description: 'When it was first seen.' })
  discoveredAt!: Date;

  @Field(() => Instant, {
    description: 'When it was last seen, within the days of the list or in the result.',
  })
  lastSeenAt!: Date;

  @Field(() => Int, {
    description: 'Answers that cite it, within the days of the list or in the result.',
  })
  answers!: number;

  @Field(() => String, { description: 'The words around it where it was cited first.' })
  context!: string;

  @Field(() => Boolean, { description: 'Whether the domain is the brand’s own.' })
  owned!: boolean;

  @Field(() => Boolean, { description: 'Whether the sandbox cited it.' })
  sandbox!: boolean;
}

@ObjectType({ description: 'Citations of one day.' })
export class CitationDay {
  @Field(() => String, { description: 'The UTC day, YYYY-MM-DD.' })
  date!: string;

  @Field(() => Int, { description: 'Links first seen on it.' })
  count!: number;
}

@ObjectType({ description: 'A page of citations, the newest discovery first.' })
export class CitationConnection extends createConnection('Citation', Citation, 'citation') {
  @Field(() => Int, { description: 'The days that were looked at, today included.' })
  windowDays!: number;
}
